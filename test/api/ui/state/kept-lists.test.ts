import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {createKeptAnswers, createKeptLists} = await pageModule('state/kept-lists.ts');
const {newBook} = await pageModule('library/book.ts');

test('the last four lists are kept, as they were, until somebody changes something', t => {
	const kept = createKeptLists();
	const pages = new Map([[1, [{id: 'a'}]]]);
	kept.keep('0', {pages, total: 1});
	pages.clear();
	t.is(kept.find('0').pages.size, 1);
	for (const key of ['1', '2', '3', '4']) {
		kept.keep(key, {pages, total: 0});
	}
	t.is(kept.find('0'), null);
	t.truthy(kept.find('1'));
	kept.clear();
	t.is(kept.find('4'), null);
});

test('a list that was kept is shown at once, and all of it is read again', t => {
	const book = newBook('movies', {pages: new Map([[1, [{id: 'a'}]]]), total: 1});
	t.is(book.total, 1);
	t.deepEqual([...book.stale], [1]);
	t.is(newBook('movies', null).total, null);
});

test('the last answers are kept by their path, a few dozen of them, until somebody changes something', t => {
	const kept = createKeptAnswers();
	t.is(kept.find(null), null);
	for (let index = 0; index <= 30; index += 1) {
		kept.keep(`api/tags?page=${index}`, {page: index});
	}
	t.is(kept.find('api/tags?page=0'), null);
	t.deepEqual(kept.find('api/tags?page=30'), {page: 30});
	kept.clear();
	t.is(kept.find('api/tags?page=30'), null);
});
