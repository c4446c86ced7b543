package import SystemSupport

extension ByteSource {
    /// Calls `body` with all bytes in order, in pieces of at most 1 MiB.
    ///
    /// - Throws: Also `cancelled`, soon after the cancellation, and what `body` throws.
    package func forEachPiece(
        _ cancellation: Cancellation, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        while true {
            try cancellation.check()
            let count: Int
            do { count = try cancellation.run(ending: cancel) { try read(into: buffer) } } catch {
                try cancellation.check()
                throw error
            }
            guard count > 0 else { return }
            try body(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        }
    }
}
