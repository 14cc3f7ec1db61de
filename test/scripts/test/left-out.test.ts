import {execFileSync} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {describeLeftOut, leftOut, nothingLeftOut, tables} from '#scripts/test/left-out.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const hasGit = (() => {
	try {
		return execFileSync('git', ['--version']).length > 0;
	} catch {
		return false;
	}
})();
const testWithGit = hasGit ? test : test.skip;

const git = (folder: string, ...given: string[]) =>
	execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'init.defaultBranch=main', ...given], {
		cwd: folder,
		stdio: 'ignore',
	});

const oracle = 'test/bench/oracle/oracle.test.ts';

/** A clone with the tables of this repository; `write` changes a file in it. */
function clone(t: ExecutionContext) {
	const origin = tempFolder(t);
	for (const file of tables) {
		mkdirSync(dirname(join(origin, file)), {recursive: true});
		writeFileSync(join(origin, file), file === oracle ? "import {grammar} from './grammar.ts';\n" : '');
	}
	writeFileSync(join(origin, 'test/bench/oracle/grammar.ts'), "import {parse} from '#shared/parse.ts';\n");
	mkdirSync(join(origin, 'shared'));
	writeFileSync(join(origin, 'shared/parse.ts'), 'export const parse = 1;\n');
	writeFileSync(join(origin, 'package.json'), '{}');
	git(origin, 'init');
	git(origin, 'add', '.');
	git(origin, 'commit', '-m', 'Begin');
	const folder = join(tempFolder(t), 'a clone');
	git(origin, 'clone', origin, folder);
	return {
		folder,
		write(file: string, text: string) {
			mkdirSync(dirname(join(folder, file)), {recursive: true});
			writeFileSync(join(folder, file), text);
		},
	};
}

test('the tables are there, so that none is run by nobody under another name', t => {
	t.deepEqual(
		tables.filter(file => !existsSync(file)),
		[],
	);
});

testWithGit('a fresh clone leaves out what others have run, and says so', t => {
	const {folder} = clone(t);
	const left = leftOut(folder);
	t.deepEqual(left, {files: [...tables], unused: true});
	t.regex(describeLeftOut(left), /^Left out.*10 test files.*oracle.*unused code.*--all/);
	t.is(describeLeftOut(nothingLeftOut), '');
});

testWithGit('a table runs again once anything changed that it imports, committed or not', t => {
	const {folder, write} = clone(t);
	write('shared/parse.ts', 'export const parse = 2;\n');
	const others = tables.filter(file => file !== oracle);
	t.deepEqual(leftOut(folder), {files: others, unused: false});
	git(folder, 'commit', '-am', 'Change');
	t.deepEqual(leftOut(folder), {files: others, unused: false});
	git(folder, 'push', 'origin', 'HEAD:refs/heads/other');
	t.deepEqual(leftOut(folder), {files: others, unused: false}, 'only the branch that is followed counts');
	git(folder, 'reset', '--hard', '@{upstream}');
	t.deepEqual(leftOut(folder).files, [...tables]);
	git(folder, 'rm', '-q', 'shared/parse.ts');
	t.deepEqual(leftOut(folder).files, others, 'what is gone has changed');
});

testWithGit('what is new counts, and texts for people do not', t => {
	const {folder, write} = clone(t);
	write('README.md', 'Read.');
	t.deepEqual(leftOut(folder), {files: [...tables], unused: true});
	write('shared/other.ts', '');
	t.deepEqual(leftOut(folder), {files: [...tables], unused: false});
	write('test/helpers/new.ts', '');
	t.deepEqual(leftOut(folder), nothingLeftOut);
});

testWithGit('without a branch to compare with, and without git, everything runs', t => {
	const {folder} = clone(t);
	const copy = join(folder, 'copy');
	mkdirSync(copy);
	cpSync(join(folder, 'package.json'), join(copy, 'package.json'));
	t.deepEqual(leftOut(copy), nothingLeftOut, 'a copy inside another repository');
	git(folder, 'checkout', '-q', '--detach');
	t.deepEqual(leftOut(folder), nothingLeftOut);
	rmSync(join(folder, '.git'), {recursive: true});
	t.deepEqual(leftOut(folder), nothingLeftOut);
});
