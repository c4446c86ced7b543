import OpenPhotoKitOwner
import Testing

@Suite("The article on identifiers")
struct IdentifiersArticleTests {
    @Test func photosAreFoundInAnotherLibrary() async throws {
        let samples = try Samples()
        let library = try await samples.library(of: samples.card)
        let other = try await samples.library(named: "other.library", of: samples.cloud)
        let identifiers = try library.allLocalIdentifiers()

        let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: identifiers)
        let texts = try identifiers.compactMap { try mappings[$0]?.get().stringValue }
        #expect(texts.count == identifiers.count)

        var found: [String] = []
        var missing: [CloudIdentifier] = []
        var undecided: [CloudIdentifier: [String]] = [:]
        let cloudIdentifiers = try texts.map { try CloudIdentifier(stringValue: $0) }
        for (cloudIdentifier, result) in other.localIdentifierMappings(for: cloudIdentifiers) {
            switch result {
            case .success(let localIdentifier):
                found.append(localIdentifier)
            case .failure(let error as PhotoLibraryError) where error.code == .identifierNotFound:
                missing.append(cloudIdentifier)
            case .failure(let error as PhotoLibraryError) where error.code == .multipleIdentifiersFound:
                undecided[cloudIdentifier] = error.localIdentifiers
            case .failure(let error):
                throw error
            }
        }
        #expect(!found.isEmpty)
        #expect(found.count + missing.count + undecided.count == identifiers.count)

        for answer in await other.resolve(cloudIdentifiers) {
            let resolution = try answer.get()
            print(resolution.status, resolution.evidence?.rawValue ?? "no evidence")
            for candidate in resolution.candidates { print(candidate.localIdentifier, candidate.explanation) }
        }

        try other.remember(missing)
        try await other.resolveRememberedReferences()
        for reference in try other.rememberedReferences(resolved: true) {
            print(reference.identifier, reference.localIdentifier ?? "")
        }
        #expect(try other.rememberedReferences(resolved: false).count == missing.count)
    }

    @Test func aPersonDecides() async throws {
        let samples = try Samples()
        let library = try await samples.library(of: samples.card)
        let other = try await samples.library(named: "other.library", of: samples.cloud)
        let asked = try library.allLocalIdentifiers()[0]
        let cloudIdentifier = try #require(
            try library.cloudIdentifierMappings(forLocalIdentifiers: [asked])[asked]?.get())
        let chosen = try other.allLocalIdentifiers()[0]
        let rejected = [try other.allLocalIdentifiers()[1]]
        try other.decide(cloudIdentifier, same: [chosen], different: rejected)
        try library.decide(other.decisions())
        #expect(try library.decisions().count == 2)
    }
}
