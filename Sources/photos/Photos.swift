internal import PhotosCommands

@main
struct Photos {
    static func main() async { await PhotosCommand.start() }
}
