import DeviceRegistry
import Foundation
import GRDB
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// The values that wait in the catalogue for the log, and their times.
@Suite struct LogRegisterTests {
    private let scene: LogScene
    private let photo: String
    private let catalog: PhotoCatalog

    init() async throws {
        scene = try await LogScene()
        photo = try scene.photos()[0]
        try scene.scene.waitUntilClosed()
        catalog = try PhotoCatalog(folder: scene.path)
        try catalog.record(.registers(.writer(try SigningKey.generate().writer, published: 0)))
    }

    private func set(_ title: String, now: Date = Date()) throws {
        try catalog.perform([.set(.title(title), asset: photo)], now: now)
    }

    private func waiting() throws -> [Register] {
        try catalog.record(.registers(.issue(limit: 100)))
        return try catalog.issuedRegisters()?.0.sorted ?? []
    }

    /// A value that was set while the clock was 50 years ahead loses against a later one.
    @Test(arguments: [-50.0, 50]) func wrongClocksChangeNoOrder(years: Double) throws {
        try set("one", now: Date() + years * 365.25 * 86_400)
        let first = try #require(waiting().first)
        try set("two")
        let second = try #require(waiting().first)
        #expect(first.stamp.time < second.stamp.time)
        #expect(second.value == RegisterValue.text("two"))
    }

    /// A photo was changed while the clock was ahead, before the library had a log.
    @Test func allValuesHaveNoTimesInTheFuture() throws {
        try set("one", now: Date() + 10 * 365.25 * 86_400)
        let database = try DatabaseQueue(path: scene.path.appending("catalog.sqlite").string)
        try database.write {
            try $0.execute(sql: "DELETE FROM unpublishedRegister; DELETE FROM meta WHERE key = 'registerTime'")
        }
        try database.close()
        try catalog.record(.registers(.publishAll(except: [])))
        try set("two")
        try catalog.record(.registers(.writer(try SigningKey.generate().writer, published: 0)))
        let register = try #require(waiting().first { $0.key == .title })
        #expect(register.value == RegisterValue.text("two"))
        #expect(register.stamp.time.date < Date() + 60)
    }

    /// A log has another value of the same name.
    @Test(arguments: [true, false]) func aWaitingValueStaysIfItIsTheLaterOne(isLater: Bool) throws {
        try set("one")
        let register = try #require(waiting().first)
        let time = try #require(
            HybridTime(rawValue: isLater ? register.stamp.time.rawValue - 1 : register.stamp.time.rawValue))
        let logged = Register(
            register.subject, register.key, RegisterValue.text("other"),
            Stamp(time: time, writer: register.stamp.writer, sequence: 1))
        try catalog.record(.registers(.applied([logged], latest: time)))
        #expect(try catalog.unpublishedRegisters().isAnyWaiting == isLater)
    }
}
