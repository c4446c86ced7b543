#if Network
    internal import CLibExpat
    internal import PhotoModel

    /// Reads the elements of an XML document that arrives in parts, by libexpat.
    ///
    /// Memory does not grow with the document. A document type is refused: it could declare entities.
    final class XMLReader {
        enum Event {
            /// The start of an element, with its name without a namespace.
            case start(String)
            /// The end of an element, with its name and the text since the last start or end.
            case end(String, text: String)
        }

        private let parser: XML_Parser
        private let onEvent: (Event) throws -> Void
        private var text: [UInt8] = []
        private var depth = 0
        private var parsed: Int64 = 0
        private var failure: (any Error)?

        private static let textLimit = 1 << 16
        private static let depthLimit = 64
        /// The bytes of one tag.
        private static let tagLimit: Int64 = 1 << 20
        /// Between a namespace and a name.
        ///
        /// Neither has it.
        private static let separator = UInt8(ascii: " ")

        /// - Throws: `internalError` if libexpat has no memory.
        init(_ onEvent: @escaping (Event) throws -> Void) throws(PhotoLibraryError) {
            guard let parser = XML_ParserCreateNS(nil, XML_Char(Self.separator)) else {
                throw PhotoLibraryError(.internalError, "libexpat has no memory.")
            }
            (self.parser, self.onEvent) = (parser, onEvent)
            XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
            XML_SetElementHandler(
                parser, { context, name, _ in XMLReader.of(context)?.start(name) },
                { context, name in XMLReader.of(context)?.end(name) })
            XML_SetCharacterDataHandler(parser) { context, bytes, count in
                XMLReader.of(context)?.add(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            }
            XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
                XMLReader.of(context)?.stop(XMLReader.malformed("It has a document type."))
            }
        }

        deinit { XML_ParserFree(parser) }

        private static func of(_ context: UnsafeMutableRawPointer?) -> XMLReader? {
            context.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
        }

        /// Reads the next bytes of the document; none at its end.
        ///
        /// - Throws: `networkError` if the document is malformed or has unusual sizes; what `onEvent` throws.
        func parse(_ bytes: UnsafeRawBufferPointer) throws {
            let status = XML_Parse(
                parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
                bytes.isEmpty ? 1 : 0)
            if let failure { throw failure }
            guard status == XML_STATUS_OK else {
                throw Self.malformed(XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "")
            }
            parsed += Int64(bytes.count)
            guard parsed - Int64(XML_GetCurrentByteIndex(parser)) <= Self.tagLimit || bytes.isEmpty else {
                throw Self.malformed("It has a tag of more than 1 MiB.")
            }
        }

        static func malformed(_ reason: String) -> PhotoLibraryError {
            let reason = "The answer of the service is no proper XML: \(reason)"
            return PhotoLibraryError(.networkError, reason, cause: HTTPFailure(isTransient: false, reason: reason))
        }

        // MARK: Events

        private func start(_ name: UnsafePointer<XML_Char>?) {
            text.removeAll(keepingCapacity: true)
            depth += 1
            guard depth <= Self.depthLimit else { return stop(Self.malformed("Its elements are nested too deep.")) }
            send(.start(Self.local(name)))
        }

        private func end(_ name: UnsafePointer<XML_Char>?) {
            send(.end(Self.local(name), text: String(decoding: text, as: UTF8.self)))
            text.removeAll(keepingCapacity: true)
            depth -= 1
        }

        private func add(_ bytes: UnsafeRawBufferPointer) {
            guard text.count + bytes.count <= Self.textLimit else {
                return stop(Self.malformed("It has a text of more than 64 KiB."))
            }
            text += bytes
        }

        private func send(_ event: Event) {
            guard failure == nil else { return }
            do { try onEvent(event) } catch { stop(error) }
        }

        private func stop(_ error: any Error) {
            failure = failure ?? error
            XML_StopParser(parser, 0)
        }

        private static func local(_ name: UnsafePointer<XML_Char>?) -> String {
            guard let name else { return "" }
            let text = String(cString: name)
            return text.utf8.lastIndex(of: separator).map { String(text[text.utf8.index(after: $0)...]) } ?? text
        }
    }

    extension HTTPTransfer {
        /// The bytes of an XML answer that are read at most.
        private static var documentLimit: Int { 1 << 26 }

        /// Reads the body as XML while it arrives.
        ///
        /// - Throws: `networkError` if the document is malformed or longer than 64 MiB; what `onEvent` throws.
        func readXML(_ onEvent: @escaping (XMLReader.Event) throws -> Void) throws {
            let reader = try XMLReader(onEvent)
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            var total = 0
            while true {
                let count = try buffer.withUnsafeMutableBytes { try read(into: $0) }
                total += count
                guard total <= Self.documentLimit else { throw XMLReader.malformed("It has more than 64 MiB.") }
                try buffer.withUnsafeBytes { try reader.parse(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
                if count == 0 { return }
            }
        }
    }
#endif
