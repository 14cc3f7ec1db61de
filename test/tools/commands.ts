import {readdirSync, readFileSync} from 'node:fs';

const folders = ['scripts', 'test', 'test/bench'];
const isTest = /\.(?:test|sweep)\.ts$/;
/** Entries of the service itself that lie elsewhere. */
const others = ['api/main.ts', 'workers/main.ts'];

/** All files that people start: those that the scripts in package.json name, and the programs in the folders of commands. */
export function commands(): string[] {
	const {scripts} = JSON.parse(readFileSync('package.json', 'utf8')) as {scripts: Record<string, string>};
	const named = Object.values(scripts).flatMap(line => /^node .*?(\S+\.ts)\b/.exec(line)?.[1] ?? []);
	const lying = folders.flatMap(folder =>
		readdirSync(folder)
			.filter(name => name.endsWith('.ts') && !isTest.test(name))
			.map(name => `${folder}/${name}`)
			.filter(file => !isModule(file)),
	);
	return [...new Set([...others, ...named, ...lying])].toSorted();
}

/** A file that others import, and that does nothing by itself. */
const isModule = (file: string) => /^export /m.test(readFileSync(file, 'utf8'));
