import test from 'ava';
import iconv from 'iconv-lite';
import {spokenLines} from '#test/fixtures/spoken-lines.ts';
import {canEncode, encodeText, srtOf} from '#test/helpers/encode-text.ts';
import {decoded, encodingOf} from '#workers/integrations/subtitles/text/decode-text.ts';

function read(bytes: Buffer, language: string): string {
	return decoded(bytes, encodingOf(bytes, language));
}

test('lines in every language come out of its usual encoding, with and without their language', t => {
	for (const [code, {encodings, lines}] of Object.entries(spokenLines)) {
		const encoding = encodings[0] ?? '';
		const text = srtOf(
			lines.filter(line => canEncode(line, encoding)),
			20,
		);
		for (const language of [code, '', 'ru']) {
			t.is(read(encodeText(text, encoding), language), text, `${code} as ${language}`);
		}
	}
});

test('a few letters that are not English come out of an English text whatever was promised', t => {
	for (const odd of ['20 €', '…', '½ …', '¿Qué?', 'MÜLLER']) {
		const text = srtOf(['You know what I mean.', 'Where is the money?', 'It was not me.', 'They have it, Frank.', odd], 40);
		for (const language of ['en', '', 'ru', 'zh']) {
			t.is(read(encodeText(text, 'windows-1252'), language), text, `${odd} as ${language}`);
		}
	}
});

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

test('a single broken character among few others does not make UTF-8 another encoding', t => {
	const cue = (text: string) => Buffer.from(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n\n`);
	const odd = Buffer.from('1\n00:00:03,000 --> 00:00:04,000\nThe caf\xe9\n\n', 'latin1');
	const cut = cue('It’s late').subarray(0, -9);
	for (const text of ['I don’t know. It’s fine, isn’t it?', 'Où est ma sœur ? Déjà là ?', '我不知道发生了什么事', 'Привет, Джон']) {
		for (const bytes of [Buffer.concat([cue(text), odd]), Buffer.concat([odd, cue(text)]), Buffer.concat([cue(text), cut])]) {
			for (const language of ['en', 'ru', '']) {
				t.true(read(bytes, language).includes(text), `${text} as ${language}`);
			}
		}
	}
});

test('UTF-8 that was taken for another encoding and encoded again comes out right', t => {
	const text = srtOf(['Où est ma sœur ? Ça va très bien.', 'Déjà là !', 'L’été, peut-être…'], 20);
	t.is(read(Buffer.from(iconv.decode(Buffer.from(text), 'windows-1252')), 'fr'), text);
	for (const kept of ['Où est ma sœur ? Ça va très bien. «Là»', 'Привет, Джон', 'NÃO É A MÃE']) {
		t.is(read(Buffer.from(srtOf([kept], 20)), ''), srtOf([kept], 20));
	}
});

test('the mark of UTF-8 before a text in another encoding says nothing', t => {
	const text = srtOf(spokenLines['ru']?.lines ?? [], 20);
	const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), encodeText(text, 'windows-1251')]);
	t.is(read(marked, ''), text);
	t.is(read(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]), 'ru'), text);
});

test('the Japanese encoding of mails is read', t => {
	const bytes = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n\x1b$B$3$s$K$A$O\x1b(B\n', 'latin1');
	t.regex(read(bytes, 'ja'), /こんにちは/);
});

test('plain ASCII is what it is', t => {
	t.is(read(Buffer.from(srtOf(['It is late.'], 20)), 'ja'), srtOf(['It is late.'], 20));
	t.is(read(Buffer.alloc(0), ''), '');
});
