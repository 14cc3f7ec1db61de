import test from 'ava';
import {findMarks} from '#shared/domain/release/quality/marks.ts';
import {parseRevision} from '#shared/domain/release/quality/parse-quality.ts';
import {splitWords} from '#shared/domain/release/quality/words.ts';

const revision = test.macro({
	exec: (t, name: string, wanted: string) => {
		const {version, real, repack} = parseRevision(findMarks(splitWords(name)));
		t.is(`${version} ${real} ${repack}`, wanted);
	},
	title: (_, name: string, wanted: string) => `the revision of ${name} is ${wanted}`,
});

test(revision, 'Harbour.S01E01.HDTV', '1 0 false');
test(revision, 'Harbour.S01E01.PROPER.HDTV', '2 0 false');
test(revision, 'Harbour S01E01 REPACK 720p', '2 0 true');
test(revision, 'Harbour.S01E02.Proper-TERN', '2 0 false');
test(revision, 'Harbour.1x02.Proper-TERN', '2 0 false');
test(revision, 'Harbour.S01E02.A.Proper.Goodbye-TERN', '1 0 false');
test(revision, 'Harbour.2019.REPACK2.720p', '3 0 true');
test(revision, 'Harbour.S01E01.RERIP2.720p', '3 0 true');
test(revision, 'Harbour.PROPER.REAL.RERIP.1080p', '2 1 true');
test(revision, 'Harbour.S01E01.REAL.PROPER.720p', '2 1 false');
test(revision, 'Harbour.Real.Proper.720p', '2 0 false');
test(revision, 'The.REAL.Harbour.2019.1080p', '1 0 false');
test(revision, 'A.Proper.Harbour.2019.1080p', '1 0 false');
test(revision, '[Tern] Harbour - 01v3 [720p]', '3 0 false');
test(revision, '[Tern] Harbour - 01v0 [720p]', '0 0 false');
test(revision, '[Tern] Harbour Ep01v2 [720p]', '2 0 false');
test(revision, '[Tern] Harbour - 01 [v2][848x480]', '2 0 false');
test(revision, 'Harbour - 2018 v2 - (BD 1080p)', '2 0 false');
test(revision, 'Harbour - S01E02 [WEBDL-1080p v2]', '2 0 false');
test(revision, '[Tern] Harbour v2 [BD2160p]', '1 0 false');
test(revision, 'Harbour.REAL.REAL.PROPER.DVDRip', '2 2 false');
