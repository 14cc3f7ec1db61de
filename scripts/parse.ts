import {createInterface} from 'node:readline';
import {guessMode} from '#shared/domain/release/guess-mode.ts';
import {parseTitle, parseUnknown} from '#shared/domain/release/parse-title.ts';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';
import {readCommandLine} from '#shared/start/command-line.ts';

const {values, positionals} = readCommandLine({
	usage: 'npm run parse -- [--mode movie|tv] [--path] "TITLE" …',
	about:
		'Prints what is read from release names; without a name, from JSON lines on standard input.\n  --mode movie|tv  what the names are of; guessed by default\n  --path           they are paths of files',
	options: {mode: {type: 'string'}, path: {type: 'boolean', default: false}},
	allowPositionals: true,
});

/** One line of standard input, as the release title scorer sends it. */
interface Question {
	id?: string;
	title: string;
	mode?: TitleMode;
	isPath?: boolean;
}

/** Without a mode, the answer includes the kind that was guessed. */
function answer(title: string, mode: TitleMode | null, isPath: boolean): object {
	const tried = mode ?? guessMode(title, isPath);
	const parsed = parseTitle(title, {mode: tried, isPath});
	if (!parsed) {
		return {parse: false, ...parseUnknown(title, mode ?? 'tv', isPath)};
	}
	return {...(mode === null && {mode: tried}), ...parsed};
}

/** Null if the line is not a JSON object with a title. */
function readQuestion(line: string): Question | null {
	try {
		const question = JSON.parse(line) as Partial<Question> | null; // checked in the next line
		return typeof question?.title === 'string' ? {...question, title: question.title} : null;
	} catch {
		return null;
	}
}

async function answerLines(mode: TitleMode | null, isPath: boolean): Promise<void> {
	for await (const line of createInterface({input: process.stdin})) {
		if (line.trim() === '') {
			continue;
		}
		const question = readQuestion(line);
		const found = question
			? {id: question.id, ...answer(question.title, question.mode ?? mode, question.isPath ?? isPath)}
			: {parse: false, error: 'A line must be JSON such as {"id": "1", "title": "…", "mode": "tv"}.'};
		process.stdout.write(`${JSON.stringify(found)}\n`);
	}
}

const mode = values.mode ?? null;
if (mode !== null && mode !== 'movie' && mode !== 'tv') {
	console.error('--mode is movie or tv.');
	process.exit(2);
}
if (positionals.length === 0) {
	await answerLines(mode, values.path);
}
for (const title of positionals) {
	console.log(JSON.stringify({input: title, ...answer(title, mode, values.path)}, null, 2));
}
