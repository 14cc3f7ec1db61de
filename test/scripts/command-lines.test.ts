import {readFileSync} from 'node:fs';
import test from 'ava';
import {commands} from '#test/tools/commands.ts';

/** Imports, comments, and constants that are only written down. */
const before = /^(?:import [\s\S]*?;\n|const \w+ = (?:'[^']*'|\{[^\n]*\} as const);\n|\/\*\*[\s\S]*?\*\/\n|\n)*/;

test('every command reads its command line before it does anything, so that --help has no effect', t => {
	const found = commands();
	t.true(
		found.length > 25 && ['scripts/start.ts', 'api/main.ts', 'test/chaos.ts', 'test/bench/all.ts'].every(file => found.includes(file)),
	);
	const others = found.filter(file => {
		const text = readFileSync(file, 'utf8');
		return !/^(?:const \{.*\} = )?(?:readCommandLine|helpIfAsked)\(\{/.test(text.replace(before, ''));
	});
	t.deepEqual(others, []);
});
