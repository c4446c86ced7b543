#include <libexif/exif-data.h>
#include <libexif/exif-mem.h>
