internal import DeviceRegistry
internal import PhotoCatalog

extension LibrarySync {
    /// The names of devices, as the catalogue knows them or as values say that it does not have yet.
    func names(of writers: [WriterID], _ values: [ReceivedRegisters] = []) throws -> [WriterID: String] {
        var names: [WriterID: String] = [:]
        for writer in Set(writers) {
            let subject = Subject(.device, writer.bytes)
            let new = values.lazy.filter { $0.writer == writer }.flatMap(\.registers)
                .last { $0.subject == subject && $0.key == .name }
            names[writer] = try new.flatMap { RegisterValue.text(in: $0.value) } ?? catalog.deviceName(writer)
        }
        return names
    }
}
