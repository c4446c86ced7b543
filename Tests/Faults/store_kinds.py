"""Stores of each kind, with the functions that kill-stores and store_checks.py need."""
import os, shutil, socket, subprocess, sys, time
from pathlib import Path

USER, SECRET = "someone", "a secret"


class Folder:
    """A store in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.address = [folder]

    def bytes(self, key):
        """The bytes of an object; None if they cannot be read."""
        try:
            return (self.folder / key).read_bytes()
        except OSError:
            return None

    def remove(self, name):
        """Removes a folder of objects."""
        shutil.rmtree(self.folder / name)

    def keep(self, copy):
        """Copies all objects to a new folder."""
        shutil.copytree(self.folder, copy, symlinks=True)

    def bring_back(self, copy):
        """Replaces all objects by copies."""
        for entry in self.folder.iterdir():
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        shutil.copytree(copy, self.folder, symlinks=True, dirs_exist_ok=True)

    def end(self):
        pass


class Rclone(Folder):
    """A store in a folder that the program rclone has as a remote."""

    def __init__(self, folder):
        super().__init__(folder)
        os.environ["RCLONE_CONFIG_DISK_TYPE"] = "local"
        self.address = [f"rclone:disk:{folder}", "--site", folder.name]


class Server:
    """A server of this machine, and the options to use it."""

    def __init__(self, folder, *command):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = open(f"{folder}.log", "w")
        command = [str(part).replace("PORT", str(self.port)) for part in command]
        self.process = subprocess.Popen([sys.executable, *command], stdout=self.log, stderr=self.log)
        while socket.socket().connect_ex(("127.0.0.1", self.port)):
            if self.process.poll() is not None:
                sys.exit(f"{command} ended: {Path(self.log.name).read_text()}")
            time.sleep(0.1)
        self.url = f"http://127.0.0.1:{self.port}"
        secret = Path(f"{folder}.secret")
        secret.write_text(SECRET)
        self.options = ["--user", USER, "--secret-from", secret, "--site", folder.name]

    def end(self):
        self.process.kill()
        self.process.wait()


class WebDAV(Folder):
    """A store in a folder that WsgiDAV serves."""

    def __init__(self, folder):
        super().__init__(folder)
        program = Path(__file__).parent.parent / "Independent" / "webdav_server.py"
        self.server = Server(folder, program, "PORT", folder, USER, SECRET)
        self.address = [f"webdav:{self.server.url}/", *self.server.options]

    def end(self):
        self.server.end()


class S3:
    """A store in a bucket of moto, which has its objects in memory."""

    def __init__(self, folder):
        import boto3

        self.server = Server(folder, "-m", "moto.server", "-H", "127.0.0.1", "-p", "PORT")
        keys = dict(aws_access_key_id=USER, aws_secret_access_key=SECRET, region_name="us-east-1")
        self.bucket = boto3.resource("s3", endpoint_url=self.server.url, **keys).create_bucket(Bucket="photos")
        self.address = ["s3://photos", "--endpoint", self.server.url, *self.server.options]

    def bytes(self, key):
        found = list(self.bucket.objects.filter(Prefix=key))
        return found[0].get()["Body"].read() if found else None

    def remove(self, name):
        self.bucket.objects.filter(Prefix=name + "/").delete()

    def keep(self, copy):
        for entry in self.bucket.objects.all():
            path = copy / entry.key
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(entry.get()["Body"].read())
        copy.mkdir(exist_ok=True)

    def bring_back(self, copy):
        self.bucket.objects.all().delete()
        for path in copy.rglob("*"):
            if path.is_file():
                self.bucket.put_object(Key=str(path.relative_to(copy)), Body=path.read_bytes())

    def end(self):
        self.server.end()


KINDS = {"folder": Folder, "webdav": WebDAV, "rclone": Rclone, "s3": S3}
