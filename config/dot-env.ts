import {readFileSync, statSync} from 'node:fs';
import {parseEnv} from 'node:util';

/** A variable whose value is wrong, and one line that says what is allowed. */
export interface WrongValue {
	name: string;
	message: string;
}

interface DotEnv {
	values: Record<string, string>;
	wrongValues: WrongValue[];
}

/** Letters by which a name may differ from the one that was meant; short names are similar by chance. */
const maxTypos = (name: string) => (name.length < 8 ? 1 : 2);

/** The variables of a file `.env`, if there is one. Of `known` names it notices those that are mistyped. */
export function readDotEnv(path: string, known: readonly string[]): DotEnv {
	try {
		if (!statSync(path, {throwIfNoEntry: false})?.isFile()) {
			return {values: {}, wrongValues: []};
		}
		const text = decode(readFileSync(path));
		const values = parseEnv(text) as Record<string, string>;
		return {values, wrongValues: [...mistyped(Object.keys(values), known), ...withoutSign(text, values, known)]};
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		return {values: {}, wrongValues: [{name: '.env', message: `.env cannot be read (${code}). Let this user read it, or remove it.`}]};
	}
}

/** Editors of Windows write UTF-16, or a byte order mark that would become part of the first name. */
function decode(bytes: Buffer): string {
	const mark = bytes.subarray(0, 2).toString('hex');
	return new TextDecoder({fffe: 'utf-16le', feff: 'utf-16be'}[mark] ?? 'utf-8').decode(bytes);
}

/** Unknown names are for other programs, unless they look like one of ours. */
function mistyped(names: readonly string[], known: readonly string[]): WrongValue[] {
	return names.flatMap(name => {
		const meant = known.includes(name) ? undefined : known.find(each => typosBetween(each, name.toUpperCase()) <= maxTypos(each));
		return meant ? [{name, message: `.env: "${name}" is unknown. If ${meant} is meant, correct it, otherwise remove the line.`}] : [];
	});
}

/** Lines such as `PORT: 8080` would be passed over. */
function withoutSign(text: string, values: Record<string, string>, known: readonly string[]): WrongValue[] {
	const names = [...text.matchAll(/^[ \t]*(?:export[ \t]+)?(\w+)\b(?![ \t]*=)/gm)].map(([, name = '']) => name);
	return names
		.filter(name => known.includes(name) && !(name in values))
		.map(name => ({name, message: `.env: the line of ${name} has another form than ${name}=value. Correct it.`}));
}

/** Letters to insert, remove or replace until one name is the other. */
function typosBetween(one: string, other: string): number {
	let row = Array.from({length: other.length + 1}, (_, index) => index);
	for (const [index, letter] of [...one].entries()) {
		const next = [index + 1];
		for (const [at, otherLetter] of [...other].entries()) {
			const replaced = (row[at] ?? 0) + (letter === otherLetter ? 0 : 1);
			next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
		}
		row = next;
	}
	return row[other.length] ?? 0;
}
