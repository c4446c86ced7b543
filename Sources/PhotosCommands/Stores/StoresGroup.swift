internal import ArgumentParser

struct StoresGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stores",
        abstract: "Add, list, check and remove stores of originals.",
        discussion: """
            photos stores add nas /mnt/nas/photos                          a folder of another disk
            photos stores add cloud webdav:https://cloud.example.org/dav   WebDAV, encrypted; asks for the password
            photos stores add bucket s3://photos/library --endpoint URL    S3, encrypted
            photos stores add box rclone:box:photos --site box             a remote of the program rclone
            photos stores                                                  lists the stores
            photos stores check nas                                        reads all copies back
            photos stores import nas                                       imports originals that no catalogue names
            photos stores key cloud --export key.txt                       writes the key of an encrypted store
            photos stores key cloud --check key.txt                        shows that you have it
            photos stores remove nas                                       forgets the store; nothing in it is removed

            A store has copies of the originals. “photos mirror” fills it, “photos offload” frees the disk, and “photos \
            restore” makes the library again of it.
            """,
        subcommands: [
            StoresListCommand.self, StoresAddCommand.self, StoresCheckCommand.self, StoresImportCommand.self,
            StoresKeyCommand.self, StoresRemoveCommand.self,
        ], defaultSubcommand: StoresListCommand.self)
}
