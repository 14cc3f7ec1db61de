import test from 'ava';
import {movieSearch} from '#test/helpers/indexer-fixtures.ts';
import {toSearchText, withSpacedTitle} from '#workers/integrations/indexers/search-text.ts';

const words: [title: string, plain: string][] = [
	["Keeper's Salt & Clock: Part", 'Keepers Salt and Clock Part'],
	['Höhe über Ærø', 'Hohe uber Ærø'],
	['Ο Δρόμος', 'Ο Δρομος'],
	['Серый Ёж і Їжак', 'Серый Ёж і Їжак'],
	['ガーデン・ドア', 'ガーデン ドア'],
	['ｶﾞｰﾃﾞﾝ', 'ガーデン'],
	['हिन्दी की नाव', 'हिन्दी की नाव'],
	['ที่รัก', 'ที่รัก'],
	['기생 나무', '기생 나무'],
	['مُدَرِّس', 'مدرس'],
	['שִׁיר', 'שיר'],
	['Salt ❤️ Clock 1️⃣', 'Salt Clock 1'],
];

test('a title becomes plain words without the accents of Latin and Greek, and with the letters of all others', t => {
	for (const [title, plain] of words) {
		t.is(toSearchText(title, 'sphinx'), plain);
		t.is(toSearchText(title, 'raw'), title.replaceAll('+', ' '));
	}
});

test('only a title with a mark inside of a word has another spelling', t => {
	const spaced = (title: string, titles: string[] = []) => {
		const other = withSpacedTitle(movieSearch({title, titles}));
		return other?.kind === 'movie' ? [other.title, ...other.titles] : other;
	};
	t.deepEqual(spaced("La marche de l'empereur"), ['La marche de l empereur']);
	t.deepEqual(spaced('Clock', ['Reed Ver1.1a', "Keeper's"]), ['Reed Ver1 1a']);
	t.is(spaced('Salt & Clock: Part...'), null);
});
