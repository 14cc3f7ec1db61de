import {execPath} from 'node:process';
import {every} from '../coordination/wait.ts';
import {checkStart, type StartNeeds} from './check-start.ts';
import {openDataFolder} from './data-folder.ts';
import {type StartProblem, wrongStart} from './start-problem.ts';

interface Beginning {
	/** `API`, `Worker search,import`. */
	who: string;
	/** One line for each value of the environment that is wrong. */
	wrongValues: readonly string[];
	needs: StartNeeds;
}

/**
 * Looks at everything that a process needs, and ends the process if something is wrong that does not pass by itself:
 * with all problems at once, one line each. Returns the servers that are away.
 */
export async function beginProcess({who, wrongValues, needs}: Beginning): Promise<StartProblem[]> {
	const {problems, warnings} = await checkStart(needs);
	const lines = [...wrongValues, ...problems.map(({message}) => message)];
	if (wrongValues.length > 0 || problems.some(({mayPass}) => !mayPass)) {
		console.error(problemText(`${who} cannot start`, lines));
		process.exit(wrongStart);
	}
	// Under `npm start` the parent process has reported them.
	for (const warning of process.send ? [] : warnings) {
		console.error(`${who}: warning: ${warning}`);
	}
	if (needs.dataDir) {
		openFolder(who, needs.dataDir);
	}
	return problems;
}

function openFolder(who: string, dataDir: string): void {
	try {
		if (openDataFolder(dataDir)) {
			console.error(`${who}: ${dataDir} was open to other users; now only its owner can read it.`);
		}
	} catch (error) {
		console.error(problemText(`${who} cannot start`, [(error as Error).message]));
		process.exit(wrongStart);
	}
}

/** One problem in the line of what they keep from being done, several below it. */
export function problemText(what: string, lines: readonly string[]): string {
	return `${what}${lines.length === 1 ? ': ' : ', '}${problemList(lines)}`;
}

export function problemList(lines: readonly string[]): string {
	return lines.length === 1 ? String(lines[0]) : `${lines.length} problem(s):\n${lines.map(line => `  ${line}`).join('\n')}`;
}

const parentCheckMs = 1000;

/** npm does not forward every signal, so a program that it runs looks whether npm is still there. */
export function endWithNpm(env: NodeJS.ProcessEnv, act: () => void): void {
	if (!env['npm_lifecycle_event']) {
		return;
	}
	const parent = process.ppid;
	const end = every(parentCheckMs, () => {
		if (process.ppid !== parent) {
			end();
			act();
		}
	});
}

/** What Node lists for calls that threads of this process have not returned from. */
const unfinished: ReadonlySet<string> = new Set(['FSReqPromise', 'FSReqCallback', 'GetAddrInfoReqWrap', 'MessagePort']);

/**
 * Makes sure that this process ends when it exits. Node waits for all threads then, and one that asks a dead disk never
 * returns, or one that asks a dead name server after half a minute. The system does not wait: it drops them all when
 * another program takes over the process.
 */
export function leaveHungThreads(): void {
	process.on('exit', code => {
		if (process.platform !== 'win32' && process.getActiveResourcesInfo().some(kind => unfinished.has(kind))) {
			process.execve?.(execPath, ['node', '--eval', `process.exitCode = ${Number(code)}`], {});
		}
	});
}
