import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import test from 'ava';

const script = fileURLToPath(new URL('../../scripts/parse.ts', import.meta.url));

interface Answer {
	code: number;
	output: string;
}

async function run(args: string[], input = ''): Promise<Answer> {
	const child = spawn(process.execPath, [script, ...args], {stdio: ['pipe', 'pipe', 'ignore']});
	child.stdin.end(input);
	const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number]>]); // close carries the code first
	return {code, output};
}

test('a title on the command line is answered with what it says', async t => {
	const {code, output} = await run(['--mode', 'movie', 'The.Glass.Road.2014.1080p.BluRay.x264-TERN']);
	t.is(code, 0);
	t.like(JSON.parse(output), {title: 'The Glass Road', year: 2014, group: 'TERN'});
});

test("without a mode a name is an episode's when it says so, else a movie's", async t => {
	const movie = await run(['The.Glass.Road.2014.1080p.BluRay.x264-TERN']);
	t.like(JSON.parse(movie.output), {mode: 'movie', title: 'The Glass Road', year: 2014});
	const episode = await run(['Harbour.S01E02.720p.HDTV']);
	t.like(JSON.parse(episode.output), {mode: 'tv', season: 1, episodes: [2]});
});

test('lines of JSON are answered in lines of JSON, refused names too', async t => {
	const questions = [
		{id: 'a', title: 'Harbour.S01E02.720p.HDTV', mode: 'tv', isPath: false},
		{id: 'b', title: 'Harbour', mode: 'tv', isPath: false},
	];
	const {output} = await run([], questions.map(question => JSON.stringify(question)).join('\n'));
	const answers = output
		.trim()
		.split('\n')
		.map(line => JSON.parse(line));
	t.like(answers[0], {id: 'a', title: 'Harbour', season: 1, episodes: [2]});
	t.like(answers[1], {id: 'b', parse: false});
});

test('a line that is no question is answered and the next one is read', async t => {
	const {output} = await run([], 'nonsense\n{"id":"a","title":"Harbour.S01E02"}');
	const [first, second] = output.trim().split('\n');
	t.like(JSON.parse(first ?? ''), {parse: false});
	t.like(JSON.parse(second ?? ''), {id: 'a', season: 1});
});

test('an unknown mode is refused with the usage', async t => {
	const {code, output} = await run(['--mode', 'book', 'Harbour']);
	t.is(code, 2);
	t.is(output, '');
});
