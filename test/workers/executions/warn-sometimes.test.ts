import test from 'ava';
import {pino} from 'pino';
import {warnSometimes} from '#workers/executions/warn-sometimes.ts';

test('a failure that repeats is told once', t => {
	const lines: string[] = [];
	const warn = warnSometimes(pino({}, {write: (line: string) => void lines.push(line)}), 'It is tried again');
	warn(new Error('first'));
	warn(new Error('second'));
	t.is(lines.length, 1);
	t.regex(lines[0] ?? '', /first.*It is tried again/);
});
