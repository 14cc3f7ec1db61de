import test from 'ava';
import iconv from 'iconv-lite';
import {furtherLines} from '#test/fixtures/further-lines.ts';
import {spokenLines} from '#test/fixtures/spoken-lines.ts';
import {canEncode, encodeText, srtOf} from '#test/helpers/encode-text.ts';
import {decoded, encodingOf} from '#workers/integrations/subtitles/text/decode-text.ts';

function read(bytes: Buffer, language: string): string {
	return decoded(bytes, encodingOf(bytes, language));
}

for (const [code, {encodings, lines}] of Object.entries(spokenLines)) {
	for (const encoding of encodings) {
		test(`lines in ${code} come out of ${encoding}, with and without their language, short and long`, t => {
			const kept = lines.filter(line => canEncode(line, encoding));
			for (const count of [20, 300]) {
				const text = srtOf(kept, count).replaceAll('\n', '\r\n');
				const bytes = encodeText(text, encoding);
				for (const language of [code, '', 'xx']) {
					t.is(read(bytes, language), text, `${count} cues as ${language}`);
				}
			}
		});
	}

	test(`lines in ${code} come out even when another language was promised`, t => {
		const encoding = encodings[0] ?? '';
		const text = srtOf(lines, 20);
		for (const language of ['en', 'fr', 'ru', 'pl', 'tr', 'he', 'zh', 'ja', 'ko', 'vi', 'el', 'th']) {
			t.is(read(encodeText(text, encoding), language), text, language);
		}
	});

	test(`lines in ${code} come out of every Unicode encoding`, t => {
		const text = srtOf(lines, 20);
		for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be']) {
			const bytes = iconv.encode(text, encoding, {addBOM: true});
			t.is(read(bytes, 'ru').replace(/^\ufeff/, ''), text, `${encoding} with a byte order mark`);
		}
		for (const encoding of ['utf-8', 'utf-16le', 'utf-16be']) {
			t.is(read(iconv.encode(text, encoding, {addBOM: false}), 'ru'), text, encoding);
		}
	});
}

for (const [code, count] of [
	['ru', 3],
	['el', 3],
	['pl', 6],
	['ja', 2],
	['ko', 2],
	['zh', 3],
	['ar', 3],
	['he', 3],
	['th', 2],
] as const) {
	test(`${count} lines in ${code} are enough when the language is known`, t => {
		const {encodings, lines} = spokenLines[code] ?? {encodings: [], lines: []};
		for (const encoding of encodings) {
			const text = srtOf(lines, count);
			t.is(read(encodeText(text, encoding), code), text, encoding);
		}
	});
}

test('capitals are read as well as small letters', t => {
	for (const code of ['ru', 'uk', 'bg', 'el', 'cs', 'fr', 'de']) {
		const {encodings, lines} = spokenLines[code] ?? {encodings: [], lines: []};
		const text = srtOf(
			lines.map(line => line.replace('ß', 'SS').toUpperCase()).filter(line => canEncode(line, encodings[0] ?? '')),
			20,
		);
		for (const language of [code, '']) {
			t.is(read(encodeText(text, encodings[0] ?? ''), language), text, `${code} as ${language}`);
		}
	}
});

test('a few broken characters do not make UTF-8 another encoding', t => {
	const bytes = Buffer.from(srtOf(spokenLines['ru']?.lines ?? [], 50));
	bytes[200] = 0xff;
	t.is(encodingOf(bytes, 'ru'), 'utf-8');
	t.is(encodingOf(bytes.subarray(0, bytes.length - 2), 'ru'), 'utf-8');
});

test('the Japanese encoding of mails is read', t => {
	const bytes = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n\x1b$B$3$s$K$A$O\x1b(B\n', 'latin1');
	t.regex(read(bytes, 'ja'), /こんにちは/);
});

test('plain ASCII is what it is', t => {
	t.is(read(Buffer.from(srtOf(['It is late.'], 20)), 'ja'), srtOf(['It is late.'], 20));
	t.is(read(Buffer.alloc(0), ''), '');
});

for (const [code, encodings, lines] of furtherLines) {
	for (const encoding of encodings) {
		test(`a few lines in ${code} such as ${lines[0]?.split('\n')[0]} come out of ${encoding} whatever was promised`, t => {
			const text = srtOf(
				lines.filter(line => canEncode(line, encoding)),
				20,
			);
			const bytes = encodeText(text, encoding);
			for (const language of [code, '', 'en', 'de', 'fr', 'pl', 'tr', 'lt', 'ru', 'el', 'he', 'ar', 'th', 'vi', 'zh', 'ja', 'ko', 'sr']) {
				t.is(read(bytes, language), text, language);
			}
		});
	}
}
