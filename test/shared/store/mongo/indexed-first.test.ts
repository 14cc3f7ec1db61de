import test from 'ava';
import mongoose from 'mongoose';
import {indexedFirst} from '#shared/store/mongo/indexed-first.ts';

test('indexed fields come first, the id before all, and nothing is lost or added', t => {
	const schema = new mongoose.Schema({_id: String, overview: String, file: {path: String}, year: Number, missing: Number});
	schema.index({year: 1, _id: 1, 'file.path': 1});
	schema.index({missing: 1});
	const arranged = indexedFirst(schema as never)({_id: 'a', overview: 'long', file: {path: '/a'}, year: 1999} as never);
	t.deepEqual(Object.entries(arranged), [
		['_id', 'a'],
		['year', 1999],
		['file', {path: '/a'}],
		['overview', 'long'],
	]);
});
