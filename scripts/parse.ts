import {createInterface} from 'node:readline';
import {parseArgs} from 'node:util';
import {guessMode} from '#shared/domain/release/guess-mode.ts';
import {parseTitle, parseUnknown} from '#shared/domain/release/parse-title.ts';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';

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

const {values, positionals} = parseArgs({
	allowPositionals: true,
	options: {mode: {type: 'string'}, path: {type: 'boolean', default: false}, help: {type: 'boolean', default: false}},
});
const mode = values.mode ?? null;
if (values.help || (mode !== null && mode !== 'movie' && mode !== 'tv')) {
	console.error('usage: npm run parse -- [--mode movie|tv] [--path] "TITLE" …   (without a title: JSON lines on standard input)');
	process.exit(values.help ? 0 : 2);
}
if (positionals.length === 0) {
	await answerLines(mode, values.path);
}
for (const title of positionals) {
	console.log(JSON.stringify({input: title, ...answer(title, mode, values.path)}, null, 2));
}
