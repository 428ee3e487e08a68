#!/bin/sh
# The day a photograph was taken, as a name for it.
exiftool -d '%Y-%m-%d' -DateTimeOriginal -s3 "$1"
