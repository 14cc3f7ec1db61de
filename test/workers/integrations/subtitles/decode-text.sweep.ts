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

const amongEnglish = ['20 €', '…', '– …', '£5', '10°', '©', '“…”', '½ …', '§ 5', '50 ¢', '•', '¡Hola!', '¿Qué?', 'À', 'Señora', 'MÜLLER'];
for (const odd of amongEnglish) {
	test(`${odd} alone in an English text comes out whatever was promised`, t => {
		const text = srtOf(['You know what I mean.', 'Where is the money?', 'It was not me.', 'They have it, Frank.', odd], 40);
		const bytes = encodeText(text, 'windows-1252');
		for (const language of ['en', '', 'fr', 'pl', 'ru', 'zh', 'ja', 'th']) {
			t.is(read(bytes, language), text, language);
		}
	});
}

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
