#if Network
    import Foundation
    import Originals
    import PhotoModel
    import SystemSupport
    import TestSupport
    import Testing

    @testable import RemoteStores

    /// What killed writers left in services.
    @Suite struct AbandonedPartTests {
        private let random = String(repeating: "0a", count: 16)

        @Test(arguments: TestedStore.installed.filter { !$0.isS3 })
        func onlyOldPartsAreRemoved(_ store: TestedStore) throws {
            let (client, folder, key) = (try store.client(), try store.start().folder, try freshKey())
            let old = Date(timeIntervalSinceNow: -90_000)
            for (name, isOld) in [
                ("", true), (".\(random).part", true), (".\(random.dropLast())b.part", false), (".song.part", true),
            ] {
                #expect(try client.write(try #require(StoreKey(key.text + name)), [1]))
                guard isOld else { continue }
                try FileManager.default.setAttributes(
                    [.modificationDate: old], ofItemAtPath: folder.path(key.text + name))
            }
            try client.removeAbandonedParts(Cancellation())
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(key.parent)).sorted()
            #expect(names == ["object", "object.\(random.dropLast())b.part", "object.song.part"])
        }

        /// The service's clock is decades behind.
        @Test func agesOfPartsAreByTheClockOfTheService() throws {
            let responses = [("old", "Fri, 31 Dec 1999 11:00:00 GMT"), ("young", "Fri, 31 Dec 1999 13:00:00 GMT")].map {
                "<response><href>/\($0).\(random).part</href><propstat><prop><getlastmodified>\($1)</getlastmodified>"
                    + "</prop></propstat></response>"
            }
            let proxy = try FaultProxy(
                answering: "<multistatus xmlns='DAV:'>\(responses.joined())</multistatus>",
                "Date: Sat, 01 Jan 2000 12:00:00 GMT\r\n")
            let client = WebDAVClient(try HTTPEndpoint("http://127.0.0.1:\(proxy.port)"), HTTPTransport.Settings())
            #expect(try client.abandonedParts(Cancellation()).map(\.text) == ["old.\(random).part"])
        }

        // MARK: S3

        /// moto says of each upload that it began in 2010.
        @Test(.enabled(if: StoreServer.isInstalled(.moto), "moto is not installed: .ci/prepare --tests installs it"))
        func oldUploadsOfStoresAreAborted() throws {
            let client = try #require(try TestedStore.moto.client() as? S3Client)
            for name in ["originals/ab/x", "catalogs/x", "songs/x"] {
                let begin = try client.request("POST", name, query: [("uploads", "")])
                let transfer = try client.transport.start(begin, Cancellation())
                #expect(try transfer.answer().isSuccess)
                try transfer.skipBody()
            }
            let uploads = try client.abandonedUploads(Cancellation())
            #expect(Set(uploads.map(\.key.text)) == ["originals/ab/x", "catalogs/x"])
            try client.removeAbandonedParts(Cancellation())
            #expect(try client.abandonedUploads(Cancellation()).isEmpty)
            for upload in uploads { try client.abort(upload.identifier, of: upload.key, Cancellation()) }
        }

        @Test func agesOfUploadsAreByTheClockOfTheService() throws {
            let uploads = [("a", "1999-12-31T11:00:00.000Z"), ("b", "1999-12-31T13:00:00Z"), ("c", "long ago")].map {
                "<Upload><Key>previews/ab/\($0)</Key><UploadId>\($0)</UploadId><Initiated>\($1)</Initiated></Upload>"
            }
            let proxy = try FaultProxy(
                answering: "<ListMultipartUploadsResult>\(uploads.joined())</ListMultipartUploadsResult>",
                "Date: Sat, 01 Jan 2000 12:00:00 GMT\r\n")
            let location = try S3Location(
                bucket: "photos", endpoint: try HTTPEndpoint("http://127.0.0.1:\(proxy.port)"))
            let credentials = S3Credentials(accessKey: "a", secretKey: "b")
            let client = S3Client(location, credentials, HTTPTransport.Settings())
            #expect(try client.abandonedUploads(Cancellation()).map(\.identifier) == ["a"])
        }
    }
#endif
