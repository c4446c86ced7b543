"""What an answer can be, once it is held against the truth."""

# A twin is another frame that pictures of this size do not tell from the one asked for: the limits that the articles state.
RIGHT, WRONG, TWIN, AMONG, WITHOUT, NONE, ERROR = OUTCOMES = (
    "found right", "found wrong", "found a twin", "multiple, right among", "multiple, without", "not found", "error")
FOUND = {RIGHT, WRONG, TWIN}

# How a photo is asked for: by an identifier alone, or by the file itself; with or without its capture time.
IDENTIFIER, FILE, WITH_TIME, COMPACT = WAYS = ("identifier", "file", "identifier with time", "compact with time")
CONDITION = {IDENTIFIER: "stripped", FILE: "stripped", WITH_TIME: "exif", COMPACT: "exif"}
