"""What an answer can be, once it is held against the truth."""

# A group mate is another file of the photo's truth group: taken for the same photo by its dHash only, it may be another frame.
# A twin is another frame that no picture of this size, and no metadata, tells from the one asked for.
RIGHT, MATE, WRONG, TWIN, AMONG, WITHOUT, NONE, ERROR = OUTCOMES = (
    "found right", "found a group mate", "found wrong", "found a twin", "multiple, right among", "multiple, without", "not found", "error")
