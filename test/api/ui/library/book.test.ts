import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {newBook, forgetFarthest} = await pageModule('library/book.ts');

test('of a long list the eight pages around the titles in view are kept', t => {
	const book = newBook('');
	for (let page = 1; page <= 12; page += 1) {
		book.pages.set(page, []);
	}
	book.wanted = [0, 20];
	forgetFarthest(book);
	t.deepEqual([...book.pages.keys()], [1, 2, 3, 4, 5, 6, 7, 8]);
	book.wanted = [750, 780];
	for (const page of [9, 10, 11]) {
		book.pages.set(page, []);
	}
	forgetFarthest(book);
	t.deepEqual([...book.pages.keys()], [4, 5, 6, 7, 8, 9, 10, 11]);
});
