// Asks the Go project's own implementation of signed notes, checkpoints, proofs and tiles about ours.
//
// golang.org/x/mod/sumdb is what every go command checks its modules with, written by the authors of the C2SP texts. It
// knows nothing of pitboss. Reads one question a line of standard input, JSON; answers "ok" or why not, a line each.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type question struct {
	Ask    string   // "inclusion", "consistency" or "tiles"
	Keys   []string // vkeys that are trusted
	Signed int      // how many of them must have signed
	Origin string
	Note   string // the checkpoint
	Older  string // the checkpoint before it
	Index  int64
	Record []byte
	Proof  []byte // tlog-proof text for inclusion
	Path   []string
	Folder string // where <L>/<N>[.p/<W>] lie
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		var q question
		err := json.Unmarshal(in.Bytes(), &q)
		if err == nil {
			err = answer(q)
		}
		if err != nil {
			fmt.Println(strings.ReplaceAll(err.Error(), "\n", " "))
		} else {
			fmt.Println("ok")
		}
	}
}

func answer(q question) error {
	switch q.Ask {
	case "inclusion":
		return inclusion(q)
	case "consistency":
		return consistency(q)
	case "tiles":
		return tiles(q)
	}
	return errors.New("unknown question")
}

// The tree that a checkpoint states, if enough of the trusted keys have signed it.
func tree(q question, signed string) (tlog.Tree, error) {
	var trusted []note.Verifier
	for _, key := range q.Keys {
		verifier, err := note.NewVerifier(key)
		if err != nil {
			return tlog.Tree{}, err
		}
		trusted = append(trusted, verifier)
	}
	opened, err := note.Open([]byte(signed), note.VerifierList(trusted...))
	if err != nil {
		return tlog.Tree{}, err
	}
	if len(opened.Sigs) != q.Signed {
		return tlog.Tree{}, fmt.Errorf("signed by %d", len(opened.Sigs))
	}
	origin, rest, _ := strings.Cut(opened.Text, "\n")
	if origin != q.Origin {
		return tlog.Tree{}, fmt.Errorf("origin %q", origin)
	}
	// The first line is the only thing in which Go's own database differs from C2SP's checkpoint
	return tlog.ParseTree([]byte("go.sum database tree\n" + rest))
}

func inclusion(q question) error {
	before, checkpoint, _ := strings.Cut(string(q.Proof), "\n\n")
	lines := strings.Split(before, "\n")
	var index int64
	if len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return errors.New("not a tlog-proof")
	}
	if _, err := fmt.Sscanf(lines[1], "index %d", &index); err != nil {
		return err
	}
	path, err := hashes(lines[2:])
	if err != nil {
		return err
	}
	at, err := tree(q, checkpoint)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(path, at.N, at.Hash, index, tlog.RecordHash(q.Record))
}

func consistency(q question) error {
	newer, err := tree(q, q.Note)
	if err != nil {
		return err
	}
	older, err := tree(q, q.Older)
	if err != nil {
		return err
	}
	path, err := hashes(q.Path)
	if err != nil {
		return err
	}
	return tlog.CheckTree(path, newer.N, newer.Hash, older.N, older.Hash)
}

// Makes the proof of every record by itself, from the tiles that we serve and that it checks against the checkpoint,
// and holds the entry bundles beside them.
func tiles(q question) error {
	at, err := tree(q, q.Note)
	if err != nil {
		return err
	}
	reader := tlog.TileHashReader(at, &served{q.Folder})
	for index := int64(0); index < at.N; index++ {
		found, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, index)})
		if err != nil {
			return err
		}
		record, err := entry(q.Folder, index, at.N)
		if err != nil {
			return err
		}
		if found[0] != tlog.RecordHash(record) {
			return fmt.Errorf("entry %d has another hash than its tile", index)
		}
		if index%97 == 0 {
			path, err := tlog.ProveRecord(at.N, index, reader)
			if err != nil {
				return err
			}
			if err := tlog.CheckRecord(path, at.N, at.Hash, index, found[0]); err != nil {
				return err
			}
		}
	}
	return nil
}

func entry(folder string, index, size int64) ([]byte, error) {
	tile := tlog.Tile{H: 8, L: -1, N: index >> 8, W: int(min(256, size-index>>8<<8))}
	bundle, err := os.ReadFile(filepath.Join(folder, "entries", strings.TrimPrefix(tile.Path(), "tile/8/data/")))
	if err != nil {
		return nil, err
	}
	for skip := index & 255; ; skip-- {
		if len(bundle) < 2 {
			return nil, errors.New("short bundle")
		}
		length := int(bundle[0])<<8 | int(bundle[1])
		if len(bundle) < 2+length {
			return nil, errors.New("short bundle")
		}
		if skip == 0 {
			return bundle[2 : 2+length], nil
		}
		bundle = bundle[2+length:]
	}
}

func hashes(lines []string) ([]tlog.Hash, error) {
	var found []tlog.Hash
	for _, line := range lines {
		plain, err := base64.StdEncoding.DecodeString(line)
		if err != nil || len(plain) != tlog.HashSize {
			return nil, fmt.Errorf("not a hash: %q", line)
		}
		found = append(found, tlog.Hash(plain))
	}
	return found, nil
}

// The files as a static server has them; Go's own paths say the height as well, which C2SP's leave out.
type served struct{ folder string }

func (s *served) Height() int { return 8 }

func (s *served) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, tile := range wanted {
		hashes, err := os.ReadFile(filepath.Join(s.folder, strings.TrimPrefix(tile.Path(), "tile/8/")))
		if err != nil {
			return nil, err
		}
		found = append(found, hashes)
	}
	return found, nil
}

func (s *served) SaveTiles([]tlog.Tile, [][]byte) {}
