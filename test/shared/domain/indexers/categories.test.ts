import test from 'ava';
import {animeCategoriesFor, categoriesFor, hasTree, knownCategories} from '#shared/domain/indexers/categories.ts';

test('the other medium is left out, numbers of the site stay', t => {
	t.deepEqual(categoriesFor('movie', [2000, 5000, 5040, 100_012]), [2000, 100_012]);
	t.deepEqual(categoriesFor('tv', [2040, 5000, 5000, 7]), [5000, 7]);
	t.deepEqual(categoriesFor(null, [2000, 5000]), [2000, 5000]);
});

test('anime has a category of its own where all of TV is configured', t => {
	t.deepEqual(animeCategoriesFor([2000, 5000]), [5070]);
	t.deepEqual(animeCategoriesFor([5030, 5070]), [5070]);
	t.deepEqual(animeCategoriesFor([5030, 100_001]), [5030, 100_001]);
});

test('a category is known with its tree, and all are where none are listed', t => {
	const categories = [{id: 5000, name: 'TV', children: [{id: 5040, name: 'HD'}]}];
	t.deepEqual(knownCategories([2000, 5000, 5040, 5030], {categories}), [5000, 5040]);
	t.deepEqual(knownCategories([2000], {categories: []}), [2000]);
	t.true(hasTree('tv', [5040]));
	t.false(hasTree('movie', [5040]));
});
