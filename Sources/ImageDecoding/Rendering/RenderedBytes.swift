/// Bytes that a renderer gives in pieces.
final class RenderedBytes {
    private(set) var all: [UInt8] = []

    func add(_ bytes: UnsafeRawBufferPointer) { all += bytes }
}
