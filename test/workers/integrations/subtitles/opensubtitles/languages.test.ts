import test from 'ava';
import {subtitleLanguages} from '#shared/domain/languages/subtitle-languages.ts';
import {fromWireLanguage, toWireLanguages} from '#workers/integrations/subtitles/opensubtitles/parse-replies.ts';

test('every language of ours comes back as itself', t => {
	for (const code of subtitleLanguages) {
		for (const wire of toWireLanguages([code])) {
			t.is(fromWireLanguage(wire, [code]), code);
		}
	}
});

test('regions and old codes are told apart', t => {
	t.deepEqual(toWireLanguages(['pt-br', 'pt', 'zh', 'en', 'en', 'es-419']), ['ea', 'en', 'pt-br', 'pt-pt', 'ze', 'zh-cn']);
	const read = (wire: string | null) => fromWireLanguage(wire, ['en']);
	t.deepEqual(['pt-PT', 'PT-BR', 'zh-CN', 'zh-tw', 'ze', 'ea', 'me', 'pb', 'no', 'sp'].map(read), [
		'pt',
		'pt-br',
		'zh',
		'zh-tw',
		'zh',
		'es-419',
		'sr',
		'pt-br',
		'no',
		'es',
	]);
	t.is(fromWireLanguage('no', ['nb']), 'nb');
	t.is(read(null), null);
	t.is(read(' '), null);
});
