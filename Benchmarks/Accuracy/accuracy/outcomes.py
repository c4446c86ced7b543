"""What an answer can be, once it is held against the truth."""

# A twin is another frame that no picture of this size, and no metadata, tells from the one asked for.
RIGHT, WRONG, TWIN, AMONG, WITHOUT, NONE, ERROR = OUTCOMES = (
    "found right", "found wrong", "found a twin", "multiple, right among", "multiple, without", "not found", "error")
