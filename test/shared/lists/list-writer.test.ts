import test from 'ava';
import mongoose from 'mongoose';
import {createListWriter} from '#shared/lists/list-writer.ts';
import {text} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';

const {BSON} = mongoose.mongo;
const view = viewOf<{id: string; title: string}>()({id: text, title: text});
const row = (title: unknown) => BSON.serialize({_id: 'a', title});

test('a row that cannot be written spoils its own reply and no later one', t => {
	const list = createListWriter('films', view);
	t.throws(() => list.write([row('Lamp'), row(new BSON.ObjectId())], {total: 2}), {message: /not supported/});
	const json = list.write([row('Lamp')], {total: 1}, [{more: true}]);
	t.deepEqual(JSON.parse(String(json)), {films: [{id: 'a', title: 'Lamp', more: true}], total: 1});
});
