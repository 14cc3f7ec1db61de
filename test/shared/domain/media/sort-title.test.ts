import test from 'ava';
import {searchForm, sortTitle} from '#shared/domain/media/sort-title.ts';

const orders: [string, string][] = [
	['The Äther', 'Ather 2'],
	['Zug 2', 'zug 10'],
	['An Elan', 'Élan B'],
	['Brødre', 'Brodsky'],
	['!!!', 'A'],
];
for (const [first, second] of orders) {
	test(`${first} is sorted before ${second}`, t => {
		t.true(sortTitle(first) < sortTitle(second), `${sortTitle(first)} ${sortTitle(second)}`);
	});
}

const finds: [string, string][] = [
	['brodre', 'Brødre'],
	['BRØD', 'Brodre'],
	['strasse', 'Die Straße'],
	['STRASSE', 'Die Straße'],
	['ælf', 'The Aelf'],
	['zazolc', 'Zażółć'],
	['ΟΔΟΣ', 'ΟΔΟΣΗ'],
	['istanbul', 'İSTANBUL'],
	['diyar', 'DIYAR'],
	['ｆｕｌｌ', 'Full Width'],
];
for (const [text, title] of finds) {
	test(`${text} is found in ${title}`, t => {
		t.true(searchForm(title).includes(searchForm(text)), `${searchForm(text)} in ${searchForm(title)}`);
	});
}
