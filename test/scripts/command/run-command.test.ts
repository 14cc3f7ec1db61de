import test from 'ava';
import {mongo} from 'mongoose';
import {wordsFor} from '#scripts/command/run-command.ts';

test('a MongoDB that stops while a command reads is reported in one line', t => {
	const stopping = new mongo.MongoServerError({message: 'interrupted at shutdown', code: 11_600});
	t.regex(String(wordsFor(stopping)), /^MongoDB does not answer\..*running/);
	t.regex(String(wordsFor(new mongo.MongoNetworkError('connection closed'))), /^MongoDB does not answer/);
});

test('a disk that refuses is reported in one line, and what nobody expects with its stack', t => {
	t.is(wordsFor(Object.assign(new Error('open'), {code: 'ENOENT', path: '/backups/key'})), '/backups/key does not exist.');
	const unknown = new TypeError('x is not a function');
	t.is(wordsFor(unknown), unknown);
});
