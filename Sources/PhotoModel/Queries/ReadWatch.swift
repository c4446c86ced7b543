/// Is asked again and again, while a catalogue is read, whether the read continues.
package final class ReadWatch: Sendable {
    /// The watch of the reads that this thread makes; `nil` if they always continue.
    @TaskLocal package static var current: ReadWatch?

    private let condition: @Sendable () -> Bool

    /// - Parameter condition: Whether the read continues. Otherwise it throws `cancelled`. It may block, so that other
    ///   threads get the processor first.
    package init(_ condition: @escaping @Sendable () -> Bool) { self.condition = condition }

    package var continues: Bool { condition() }
}
