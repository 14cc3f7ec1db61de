import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

interface Entry {
	version?: string;
	license?: string;
	dev?: boolean;
	os?: string[];
	cpu?: string[];
	link?: boolean;
}

interface Notice {
	names: string[];
	text: string;
}

const about = `Third-party notices

Kinoteka itself is under the licence in the file LICENSE. It is used with the packages below, which others wrote. Where a
package is built for several platforms, the licence of its main package holds for all of them. The file is written by
\`npm run notices\`, from package-lock.json and the packages themselves.
`;

/** The licences of all packages that the service runs with, each text once, in the order of their first names. */
export function thirdPartyNotices(root: string): string {
	const {packages} = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {packages: Record<string, Entry>};
	const notices = new Map<string, Notice>();
	// Which builds for platforms are installed differs from machine to machine.
	const used = Object.entries(packages).filter(([path, {dev, link, os, cpu}]) => path !== '' && !dev && !link && !os && !cpu);
	for (const [path, {version = ''}] of used) {
		const folder = join(root, path);
		const text = `${licenceName(folder)}\n\n${licenceText(folder)}`;
		const notice = notices.get(text) ?? {names: [], text};
		notice.names.push(`${path.replace(/^.*node_modules\//, '')} ${version}`);
		notices.set(text, notice);
	}
	const line = '-'.repeat(80);
	const parts = [...notices.values()].map(({names, text}) => `${[...new Set(names)].toSorted(byCode).join(', ')}\n${text}\n`);
	return `${[about, ...parts.toSorted(byCode)].join(`\n${line}\n`)}`;
}

/** Not by the language of the machine. */
const byCode = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function licenceName(folder: string): string {
	const {license, licenses} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<'license' | 'licenses', unknown>;
	const [given] = [license ?? licenses].flat();
	const name = typeof given === 'object' && given !== null ? (given as {type?: unknown}).type : given;
	return typeof name === 'string' ? `Licence: ${name}` : 'Licence: see below';
}

function licenceText(folder: string): string {
	const files = readdirSync(folder).toSorted(byCode);
	const texts = files.filter(name => /^(?:licen[cs]e|copying|notice)/i.test(name));
	if (texts.length > 0) {
		return texts.map(name => tidy(readFileSync(join(folder, name), 'utf8'))).join('\n\n');
	}
	const readme = files.find(name => /^readme/i.test(name));
	const section = readme && /^#*\s*licen[cs]e\b[\s\S]*/im.exec(readFileSync(join(folder, readme), 'utf8'))?.[0];
	return section ? tidy(section) : 'The package has no text of its licence.';
}

const tidy = (text: string) =>
	text
		.replaceAll('\r\n', '\n')
		.replaceAll(/[ \t]+$/gm, '')
		.trim();
