"""Servers of stores on this computer, with TLS."""
import atexit, getpass, os, pathlib, socket, subprocess, sys, time, urllib.request, ssl

USER, SECRET = "someone", "a secret"
CERTIFICATES = """
set -e
cd "$1"
key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
openssl req -x509 $key -keyout authority.key -out authority.pem -days 2 -subj "/CN=Benchmark authority"
openssl req $key -keyout server.key -out server.csr -subj "/CN=server"
printf 'subjectAltName=IP:127.0.0.1' > names
openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -extfile names -out server.pem -days 2
"""
NGINX = """
daemon off; pid {state}/pid; error_log {state}/log; worker_processes 1; user {user}; events {{}}
http {{
    access_log off; sendfile on;
    client_body_temp_path {state}/t1; proxy_temp_path {state}/t2; fastcgi_temp_path {state}/t3;
    uwsgi_temp_path {state}/t4; scgi_temp_path {state}/t5;
    server {{
        listen 127.0.0.1:{port} ssl; root {folder}; autoindex on;
        ssl_certificate {state}/server.pem; ssl_certificate_key {state}/server.key;
    }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Servers:
    """nginx with a folder, rclone with WebDAV and moto with S3. They end with this process.

    `files` and `webdav` are addresses.
    """

    def __init__(self, work, folder):
        self.state, self.written = work / "servers", work / "written"
        self.state.mkdir()
        self.written.mkdir()
        subprocess.run(["sh", "-c", CERTIFICATES, "sh", self.state], check=True, capture_output=True)
        self.authority = self.state / "authority.pem"
        files, webdav, self.s3_port = free_port(), free_port(), free_port()
        self.files, self.webdav = f"https://127.0.0.1:{files}", f"https://127.0.0.1:{webdav}"
        self.obscured_secret = subprocess.run(
            ["rclone", "obscure", SECRET], check=True, capture_output=True, text=True).stdout.strip()
        certificate, key = self.state / "server.pem", self.state / "server.key"
        settings = self.state / "nginx.conf"
        settings.write_text(NGINX.format(state=self.state, folder=folder, port=files, user=getpass.getuser()))
        self.start(files, ["nginx", "-c", settings, "-e", self.state / "log"])
        self.start(webdav, ["rclone", "serve", "webdav", "--addr", f"127.0.0.1:{webdav}", "--dir-cache-time", "0s", "--cert",
                            certificate, "--key", key, self.written], {"RCLONE_USER": USER, "RCLONE_PASS": SECRET})
        self.start(self.s3_port, [python_with_moto(), "-m", "moto.server", "-H", "127.0.0.1", "-p", self.s3_port, "--ssl-cert",
                                  certificate, "--ssl-key", key])

    def start(self, port, command, environment={}):
        """Starts a server, and waits until it listens."""
        path = os.environ["PATH"] + ":/usr/sbin"
        with open(self.state / f"{port}.log", "wb") as log:
            process = subprocess.Popen(
                list(map(str, command)), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "PATH": path, **environment})
        atexit.register(process.wait)
        atexit.register(process.terminate)
        for _ in range(3000):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            if process.poll() is not None:
                break
            time.sleep(0.01)
        sys.exit(f"{command[0]} does not listen: {pathlib.Path(log.name).read_text()[-1000:]}")

    def make_bucket(self, name):
        """The address of a new bucket."""
        url = f"https://127.0.0.1:{self.s3_port}/{name}"
        request = urllib.request.Request(url, method="PUT")
        urllib.request.urlopen(request, context=ssl.create_default_context(cafile=self.authority)).close()
        return f"s3:{url}"


def python_with_moto():
    """Python with the servers that `.ci/prepare --tests` installs; otherwise the system's."""
    own = pathlib.Path(__file__).resolve().parent.parent / ".build/test-servers/bin/python"
    return own if own.exists() else "python3"
