import OpenPhotoKitOwner
import TestSupport
import Testing

@testable import PhotosCompat

@Suite("Errors are PhotoKit's")
struct ErrorTests {
    private static let pairs: [(PhotoLibraryError.Code, PHPhotosError.Code)] = [
        (.identifierNotFound, .identifierNotFound), (.multipleIdentifiersFound, .multipleIdentifiersFound),
        (.invalidIdentifier, .identifierNotFound), (.notEnoughSpace, .notEnoughSpace),
        (.networkFileSystem, .accessRestricted), (.libraryNotFound, .relinquishingLibraryBundleToWriter),
        (.libraryFormatTooNew, .accessRestricted), (.libraryDamaged, .internalError),
        (.libraryBusy, .operationInterrupted), (.notAPhoto, .invalidResource), (.emptyFile, .invalidResource),
        (.notARegularFile, .invalidResource), (.unreadable, .invalidResource), (.sourceChanged, .invalidResource),
        (.fileTooLarge, .limitExceeded), (.missingResource, .missingResource), (.cancelled, .userCancelled),
        (.ioFailure, .internalError), (.internalError, .internalError), (.candidateLimitExceeded, .limitExceeded),
        (.deletedByOwner, .identifierNotFound), (.tooManyFailures, .operationInterrupted), (.excluded, .internalError),
        (.fileBusy, .operationInterrupted), (.unsupportedFile, .invalidResource),
        (.changeNotSupported, .changeNotSupported), (.operationInterrupted, .operationInterrupted),
        (.invalidResource, .invalidResource), (.requestNotSupportedForAsset, .requestNotSupportedForAsset),
        (.limitExceeded, .limitExceeded), (.accessRestricted, .accessRestricted),
        (.accessUserDenied, .accessUserDenied), (.userCancelled, .userCancelled),
        (.networkAccessRequired, .networkAccessRequired), (.inSharedAlbum, .networkAccessRequired),
        (.networkError, .networkError),
        (.libraryVolumeOffline, .libraryVolumeOffline),
        (.libraryInFileProviderSyncRoot, .libraryInFileProviderSyncRoot),
        (.persistentChangeTokenExpired, .persistentChangeTokenExpired),
        (.persistentChangeDetailsUnavailable, .persistentChangeDetailsUnavailable),
        (.libraryUnavailable, .relinquishingLibraryBundleToWriter),
        (.metadataOnly, .invalidResource), (.photoNotFound, .invalidResource),
    ]

    @Test(arguments: pairs)
    func eachErrorOfTheLibraryHasACode(_ code: PhotoLibraryError.Code, _ expected: PHPhotosError.Code) throws {
        let error = PHPhotosError(
            PhotoLibraryError(code, "What to do.", path: "/photos", localIdentifiers: ["A", "B"]))
        #expect(error.code == expected)
        #expect(error.errorCode == expected.rawValue)
        // An app may not know which folder has no library.
        #expect(error.localizedDescription == (code == .libraryNotFound ? "/photos: What to do." : "What to do."))
        #expect((error.userInfo[NSUnderlyingErrorKey] as? PhotoLibraryError)?.code == code)
        let identifiers = error.userInfo[PHLocalIdentifiersErrorKey] as? [String]
        #expect(identifiers == (code == .multipleIdentifiersFound ? ["A", "B"] : nil))
    }

    @Test(arguments: PHPhotosError.Code.allCases) func anNSErrorIsCastBack(_ code: PHPhotosError.Code) {
        let error = PHPhotosError(code, userInfo: [NSLocalizedDescriptionKey: "What to do."]) as NSError
        #expect((error as? PHPhotosError)?.code == code)
        #expect((error as any Error as? PHPhotosError)?.userInfo[NSLocalizedDescriptionKey] as? String == "What to do.")
        func caught() -> PHPhotosError.Code? {
            do { throw error } catch let error as PHPhotosError { return error.code } catch { return nil }
        }
        #expect(caught() == code)
    }

    @Test func otherNSErrorsAreNotCast() {
        let others = [
            NSError(domain: NSCocoaErrorDomain, code: 3072), NSError(domain: PHPhotosErrorDomain, code: 77),
        ]
        for error in others {
            #expect(error as? PHPhotosError == nil && (error as any Error) as? PHPhotosError == nil, "\(error)")
        }
    }

    @Test func anAbsentLibraryIsNamedWithTheRemedy() throws {
        let folder = try TemporaryFolder()
        let library = PHPhotoLibrary(path: folder.filePath.appending("None.library"))
        let error = try #require(library.performAsShared { PHAsset.fetchAssets(with: nil).error })
        #expect(
            error.localizedDescription
                == "\(folder.path("None.library")): There is no library here yet. Make one, or name the folder of a library."
        )
    }

    @Test func errorsPrintTheirDescription() throws {
        let error = PHPhotosError(PhotoLibraryError(.notEnoughSpace, "The disk is full."))
        for printed in ["\(error)", "\(error as any Error)", "\(error as NSError)"] {
            #expect(printed.hasPrefix("Error Domain=PHPhotosErrorDomain Code=3305 \"The disk is full.\""), "\(printed)")
        }
        let gallery = try Gallery()
        try FileManager.default.moveItem(at: gallery.url, to: gallery.folder.url.appendingPathComponent("Moved"))
        let reason = try #require(gallery.library.unavailabilityReason)
        #expect((reason as? PHPhotosError)?.code == .relinquishingLibraryBundleToWriter)
        #expect(!"\(reason)".contains("(null)"))
    }

    /// Messages must not name commands, because an app has no command line.
    @Test func messagesForAppsNameNoCommand() throws {
        let folder = try TemporaryFolder()
        var messages: [String] = []
        func collect(_ body: () throws -> Void) {
            do {
                try body()
                Issue.record("It must fail.")
            } catch { messages.append(error.localizedDescription + "\((error as? PhotoLibraryError)?.message ?? "")") }
        }
        collect { _ = try PHPhotoLibrary(at: folder.url) }
        collect { _ = try OwnedLibrary(at: FilePath(folder.path("nothing"))) }
        collect { _ = try PersistentChangeToken(archivalStringValue: "opkt1_x") }
        collect { _ = try CloudIdentifier(stringValue: "opk0_x") }
        // A library without its catalogue, and a library without its manifest.
        for file in ["catalog.sqlite", "library.json"] {
            let gallery = try Gallery()
            try gallery.addPhotos(0..<1)
            try FileManager.default.removeItem(at: gallery.url.appendingPathComponent(file))
            collect { _ = try PHPhotoLibrary(at: gallery.url) }
        }
        #expect(messages.count == 6)
        for message in messages {
            #expect(!message.isEmpty && !message.contains("photos ") && !message.contains("--"), "\(message)")
        }
    }

    /// No text in the library's modules may name a command, because the text can become the message of an error.
    @Test func noTextOfTheLibraryNamesACommand() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let commands = try FileManager.default
            .contentsOfDirectory(atPath: package.appendingPathComponent("Sources/PhotosCommands/Commands").path)
        #expect(commands.count > 15)
        let help = try PhotosProcess.run(arguments: ["--help"]).standardOutput
        let names = help.split(separator: "\n").compactMap { line in
            // Continued lines of the help begin with more spaces.
            guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil as String? }
            return line.split { $0 == " " || $0 == "," }.first.map(String.init)
        }.filter { $0.allSatisfy { $0.isLetter || $0 == "-" } && !$0.hasPrefix("-") }
        #expect(names.contains("import") && names.contains("delete"), "\(names)")
        // The pattern finds commands and options in string literals, but no properties of style sheets. The worker's
        // argument, those of rclone, an ordinary sentence, and lines on standard error that tell a person how to answer
        // are allowed.
        let pattern = try NSRegularExpression(
            pattern: "photos (\(names.joined(separator: "|")))\\b|(?<![\\w-]|var\\()--[a-z][a-z-]++(?!:)", options: [])
        let allowed = [
            "--openphotokit-decoder-worker", "leave the photos where they are", "“photos access pending”",
            "rclone serve webdav",
        ]
        var found: [String] = []
        let sources = package.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(atPath: sources.path))
        var count = 0
        for case let path as String in files
        where path.hasSuffix(".swift") && !path.hasPrefix("PhotosCommands/") && !path.hasPrefix("photos/") {
            count += 1
            let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let code = line.drop { $0 == " " }
                guard !code.hasPrefix("//"), !code.hasPrefix("--"), !allowed.contains(where: line.contains) else {
                    continue
                }
                let range = NSRange(location: 0, length: line.utf16.count)
                if pattern.firstMatch(in: String(line), range: range) != nil {
                    found.append("\(path):\(number + 1): \(code)")
                }
            }
        }
        #expect(count > 300)
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    @Test func rawValuesAreApples() {
        let values: [PHPhotosError.Code: Int] = [
            .internalError: -1, .userCancelled: 3072, .persistentChangeTokenExpired: 3105,
            .libraryVolumeOffline: 3114, .relinquishingLibraryBundleToWriter: 3142,
            .switchingSystemPhotoLibrary: 3143, .networkAccessRequired: 3164, .networkError: 3169,
            .identifierNotFound: 3201, .multipleIdentifiersFound: 3202, .persistentChangeDetailsUnavailable: 3210,
            .changeNotSupported: 3300, .operationInterrupted: 3301, .invalidResource: 3302, .missingResource: 3303,
            .notEnoughSpace: 3305, .requestNotSupportedForAsset: 3306, .limitExceeded: 3307, .accessRestricted: 3310,
            .accessUserDenied: 3311, .libraryInFileProviderSyncRoot: 5423,
        ]
        #expect(values.count == PHPhotosError.Code.allCases.count)
        for (code, value) in values { #expect(code.rawValue == value) }
    }

    @Test(arguments: PHPhotosError.Code.allCases)
    func isCaughtByItsCode(_ code: PHPhotosError.Code) {
        func caught(_ error: any Error) -> PHPhotosError.Code? {
            do { throw error } catch PHPhotosError.internalError {
                return .internalError
            } catch PHPhotosError.userCancelled {
                return .userCancelled
            } catch PHPhotosError.persistentChangeTokenExpired {
                return .persistentChangeTokenExpired
            } catch PHPhotosError.libraryVolumeOffline {
                return .libraryVolumeOffline
            } catch PHPhotosError.relinquishingLibraryBundleToWriter {
                return .relinquishingLibraryBundleToWriter
            } catch PHPhotosError.switchingSystemPhotoLibrary {
                return .switchingSystemPhotoLibrary
            } catch PHPhotosError.networkAccessRequired {
                return .networkAccessRequired
            } catch PHPhotosError.networkError {
                return .networkError
            } catch PHPhotosError.identifierNotFound {
                return .identifierNotFound
            } catch PHPhotosError.multipleIdentifiersFound {
                return .multipleIdentifiersFound
            } catch PHPhotosError.persistentChangeDetailsUnavailable {
                return .persistentChangeDetailsUnavailable
            } catch PHPhotosError.changeNotSupported {
                return .changeNotSupported
            } catch PHPhotosError.operationInterrupted {
                return .operationInterrupted
            } catch PHPhotosError.invalidResource {
                return .invalidResource
            } catch PHPhotosError.missingResource {
                return .missingResource
            } catch PHPhotosError.notEnoughSpace {
                return .notEnoughSpace
            } catch PHPhotosError.requestNotSupportedForAsset {
                return .requestNotSupportedForAsset
            } catch PHPhotosError.limitExceeded {
                return .limitExceeded
            } catch PHPhotosError.accessRestricted {
                return .accessRestricted
            } catch PHPhotosError.accessUserDenied {
                return .accessUserDenied
            } catch PHPhotosError.libraryInFileProviderSyncRoot {
                return .libraryInFileProviderSyncRoot
            } catch { return nil }
        }
        #expect(caught(PHPhotosError(code)) == code)
        #expect((PHPhotosError(code) as NSError).code == code.rawValue)
        #expect((PHPhotosError(code) as NSError).domain == PHPhotosErrorDomain)
    }
}
