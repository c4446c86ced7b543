# Functions of all fault tests: they read the acknowledged files, and check a library without the program.
#
# The reference is sha256sum of the source and of the files in the library. The program's own output (verify, list, show) must
# agree with it.
export LC_ALL=C
set -u

# use PHOTOS SOURCE: absolute paths, a scratch folder, the source's digests.
use() {
    photos=$(realpath "$1") source=$(realpath "$2")
    [ -x "$photos" ] && [ -d "$source" ] || { echo "no program or no folder: $1 $2" >&2; exit 64; }
    scratch=$(mktemp -d)
    library=$scratch/library
    failures=0 cycles=0 acknowledged=0 lost=0 doubled=0 damaged=0 reread=0 leftover=0
    # Other tests cover names that JSON or sha256sum escapes.
    if find "$source" -name '*[\\"[:cntrl:]]*' | grep -q .; then
        echo "the source has names with quotes, backslashes or control characters" >&2
        exit 64
    fi
    find "$source" -xtype f -print0 | xargs -0 sha256sum | sed 's/  /\t/' >"$scratch/source.digests"
    # The path of a file in an archive starts with the path of the archive.
    while IFS= read -r archive; do
        python3 -m zipfile -e "$archive" "$scratch/unpacked$archive"
    done < <(find "$source" -name '*.zip')
    find "$scratch/unpacked" -type f -print0 2>/dev/null | xargs -0 -r sha256sum | sed "s|  $scratch/unpacked|\t|" >>"$scratch/source.digests"
    rm -rf "$scratch/unpacked"
}

# wrong COUNTER SENTENCE: one line for each failure, and its column of the table.
wrong() {
    failures=$((failures + 1))
    printf -v "$1" %d $((${!1} + 1))
    echo "cycle $cycles: $2"
}

# records FILE: the items of a --json output as lines "status path localIdentifier resumed", separated by tabs. An incomplete
# line does not count.
records() {
    local -a whole=(cat)
    [ -z "$(tail -c 1 "$1")" ] || whole=(sed '$d')
    "${whole[@]}" "$1" | awk '
        function field(key) {
            if (!match($0, "\"" key "\":\"[^\"]*\"")) return "-"
            return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 5)
        }
        /"status":/ { print field("status") "\t" field("path") "\t" field("localIdentifier") "\t" (/"resumed":true/ ? "resumed" : "") }'
}

# keep_acknowledged FILE: adds the files that the output says are safe to acks, as "path localIdentifier digest".
keep_acknowledged() {
    records "$1" | awk -F '\t' '
        NR == FNR { digest[$2] = $1; next }
        $1 == "imported" || $1 == "duplicate" { print $2 "\t" $3 "\t" digest[$2] }
    ' "$scratch/source.digests" - >>"$scratch/acks"
    sort -u -o "$scratch/acks" "$scratch/acks"
}

# start_import OUTPUT: in the background; $importing is its process.
start_import() {
    "$photos" import --json --quiet --progress none --library "$library" "$source" >"$1" 2>"$scratch/errors" &
    importing=$!
}

# disk_digests: "digest path" of every file in the library, by sha256sum.
disk_digests() {
    find "$library/originals" "$library/alternates" "$library/attached" -type f -print0 2>/dev/null |
        xargs -0 -r sha256sum | sed 's/  /\t/' >"$scratch/disk"
}

# check_after_crash: checks the library directly after the crash, before another program uses it.
check_after_crash() {
    : >"$scratch/verified"
    if [ -e "$library/library.json" ]; then
        local exit=0
        "$photos" verify --json --quiet --progress none --library "$library" >"$scratch/verify" 2>"$scratch/errors" || exit=$?
        records "$scratch/verify" >"$scratch/verified"
        [ $exit -eq 0 ] || [ $exit -eq 2 ] || wrong damaged "verify ended with $exit: $(head -n 1 "$scratch/errors")"
    elif [ -s "$scratch/acks" ]; then
        wrong lost "files were acknowledged, but there is no library"
    fi
    disk_digests
    while IFS=$'\t' read -r status path _; do
        wrong damaged "verify says $status: $path"
    done < <(awk -F '\t' '$1 != "ok"' "$scratch/verified")
    check_acknowledged
    check_doubled
}

# check_acknowledged: checks that the bytes of each acknowledged file are on the disk, in a file of the asset that verify
# reports as ok.
check_acknowledged() {
    while IFS=$'\t' read -r path; do
        wrong lost "acknowledged, but not there: $path"
    done < <(awk -F '\t' '
        FILENAME == ARGV[1] { digest[$2] = $1; next }
        FILENAME == ARGV[2] { if ($1 == "ok") stored[$3, digest[$2]] = 1; next }
        !(($2, $3) in stored) { print $1 }' "$scratch/disk" "$scratch/verified" "$scratch/acks")
}

check_doubled() {
    while read -r digest; do
        wrong doubled "stored twice: $(awk -F '\t' -v d="$digest" '$1 == d { print $2 }' "$scratch/disk" | tr '\n' ' ')"
    done < <(cut -f1 "$scratch/disk" | sort | uniq -d)
}

# resources: "kind digest" of every file of every asset, as show prints them; with $any_kind all are of one kind.
resources() {
    "$photos" list --json --library "$library" | grep -o '"localIdentifier":"[^"]*"' | cut -d'"' -f4 |
        xargs -r "$photos" show --json --library "$library" | grep -o '"kind":"[a-z]*"[^{}]*"sha256":"[0-9a-f]*"' |
        sed 's/"kind":"\([a-z]*\)".*"sha256":"\([0-9a-f]*\)"/\1\t\2/' |
        sed "${any_kind:+s/^[a-z]*/any/}" | sort
}

# import_undisturbed: one complete import. Every other import must store the same files. Sets $seconds.
import_undisturbed() {
    local start=$EPOCHREALTIME
    start_import "$scratch/output"
    wait $importing
    local exit=$?
    seconds=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }')
    [ $exit -eq 0 ] || [ $exit -eq 2 ] || { cat "$scratch/errors" >&2; echo "the import fails by itself" >&2; exit 1; }
    : >"$scratch/acks"
    keep_acknowledged "$scratch/output"
    cut -f3 "$scratch/acks" | sort -u >"$scratch/expected"
    resources >"$scratch/expected.resources"
    [ -s "$scratch/expected" ] || { echo "nothing of the source is kept" >&2; exit 1; }
    echo "source: $(wc -l <"$scratch/source.digests") files, $(wc -l <"$scratch/expected") different ones kept, imported in $seconds s"
    rm -rf "${library:?}"
}

# check_complete OUTPUT: after an import that reached its end; with $sets_aside there may be files in damaged/.
check_complete() {
    check_after_crash
    # The output of show and list, the digests in the library, and the digests of the source are the same.
    resources >"$scratch/resources"
    cmp -s "$scratch/resources" "$scratch/expected.resources" ||
        wrong damaged "assets differ from those of an undisturbed import"
    while read -r digest; do
        wrong lost "never came in: $(grep -m 1 "$digest" "$scratch/source.digests")"
    done < <(cut -f1 "$scratch/disk" | sort -u | comm -13 - "$scratch/expected")
    while read -r digest; do
        wrong damaged "not of the source: $(grep -m 1 "$digest" "$scratch/disk")"
    done < <(cut -f1 "$scratch/disk" | sort -u | comm -23 - "$scratch/expected")
    while read -r digest; do
        wrong doubled "in the catalogue twice: $digest"
    done < <(cut -f2 "$scratch/resources" | sort | uniq -d)
    # Acknowledged before: not read again.
    while IFS=$'\t' read -r path; do
        wrong reread "read again: $path"
    done < <(records "$1" | awk -F '\t' '
        NR == FNR { if ($4) resumed[$2] = 1; next } !($1 in resumed) { print $1 }' - "$scratch/acks")
    while IFS= read -r path; do
        wrong leftover "left behind: $path"
    done < <(
        find "$library/incoming" -mindepth 1
        find "$library/index" -name "*.part" 2>/dev/null
        find "$library" -mindepth 1 -maxdepth 1 | grep -vE "/(library.json|catalog.sqlite(-wal|-shm)?|catalog-copy|originals|alternates|attached|index|lock|incoming${sets_aside:+|damaged})$"
    )
}

# finish_import: imports to the end and checks.
finish_import() {
    start_import "$scratch/output"
    local exit=0
    wait $importing || exit=$?
    [ $exit -eq 0 ] || [ $exit -eq 2 ] || wrong damaged "the import does not go on: $exit, $(head -n 1 "$scratch/errors")"
    check_complete "$scratch/output"
}

fresh_library() {
    rm -rf "${library:?}"
    : >"$scratch/acks"
}

# moment N: the N-th of a sequence that fills 0…1 evenly, however many there are (multiples of the golden ratio).
moment() { awk -v n="$1" 'BEGIN { x = n * 0.6180339887498949; print x - int(x) }'; }

table() {
    printf '%-12s %-12s %-6s %-8s %-8s %-11s %s\n' cycles acknowledged lost doubled damaged 'read again' 'left behind'
    printf '%-12d %-12d %-6d %-8d %-8d %-11d %d\n' $cycles $acknowledged $lost $doubled $damaged $reread $leftover
    [ $failures -eq 0 ]
}
