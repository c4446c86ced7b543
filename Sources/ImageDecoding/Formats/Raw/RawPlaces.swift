internal import PhotoModel

/// Raw files. exiftool documents the layouts.
extension LocationRemover {
    /// - Throws: `unsupportedFile` for Canon's older raw files and Sigma's.
    func removeFromRaw() throws(PhotoLibraryError) {
        let head = try file.bytes(all.prefix(16))?.latin1 ?? ""
        if head.hasPrefix("FUJIFILM") {
            try removeFromRAF()
        } else if head.hasPrefix("\0MRM") {
            try removeFromMRW()
        } else if head.hasPrefix("FOVb") || head.dropFirst(6).hasPrefix("HEAPCCDR") {
            throw .placesNotRemovable("It is a raw file of a kind that is not edited.")
        } else if head.dropFirst(4).hasPrefix("ftyp") {
            try removeFromBaseMedia(all)
        } else {
            try removeFromTIFFFile()
        }
    }

    /// Fujifilm: the header has the position and length of a JPEG with the EXIF.
    private func removeFromRAF() throws(PhotoLibraryError) {
        guard let offset = try file.number(at: 84, 4), let length = try file.number(at: 88, 4) else { return }
        try removeFromJPEGHeader(in: (offset..<offset + length).clamped(to: all))
    }

    /// Minolta: blocks, of which one is a TIFF block.
    private func removeFromMRW() throws(PhotoLibraryError) {
        guard let length = try file.number(at: 4, 4) else { return }
        let end = min(8 + length, file.size)
        var position = 8
        while position < end, file.countElement(), let type = try file.code(at: position),
            let length = try file.number(at: position + 4, 4)
        {
            if type == "\0TTW" {
                try removeFromEXIF(FileExtents((position + 8..<position + 8 + length).clamped(to: 0..<end)))
            }
            position += 8 + length
        }
    }
}
