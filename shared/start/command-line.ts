import {type ParseArgsOptionsConfig, parseArgs} from 'node:util';

/** What a command tells of itself. */
interface Described {
	/** How it is called: `npm run backup [-- --to DIR]`. */
	usage: string;
	/** What it does, and its options. */
	about: string;
}

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
	typeof parseArgs<{options: Options; allowPositionals: true; strict: true}>
>;

const wrongCall = 2;

/**
 * The options and arguments of this process, which each command reads before it does anything. `--help` and `-h` print
 * what the command tells of itself, and end the process with 0. An unknown option, or an argument where none is taken,
 * ends it with 2 and names the options that there are.
 */
export function readCommandLine<const Options extends ParseArgsOptionsConfig = Record<never, never>>(
	command: Described & {options?: Options; allowPositionals?: boolean},
	args = process.argv.slice(2),
): Parsed<Options> {
	helpIfAsked(command, args);
	const {options = {} as Options, allowPositionals = false, usage} = command; // without options none is read
	try {
		const parsed = parseArgs({args, options, allowPositionals: true, strict: true});
		const [stray] = allowPositionals ? [] : parsed.positionals;
		if (stray === undefined) {
			return parsed;
		}
		return endWrong(`"${stray}" is not understood.`, {options, usage});
	} catch (error) {
		const [sentence] = (error as Error).message.split('. ');
		return endWrong(`${sentence?.replace(/\.$/, '')}.`, {options, usage});
	}
}

/** For a command that hands its options on to another program, which knows them. */
export function helpIfAsked({usage, about}: Described, args = process.argv.slice(2)): void {
	const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
	if (own.includes('--help') || own.includes('-h')) {
		console.log(`Usage: ${usage}\n\n${about}`);
		process.exit(0);
	}
}

function endWrong(what: string, {options, usage}: {options: ParseArgsOptionsConfig; usage: string}): never {
	const names = [...Object.keys(options), 'help'].map(name => `--${name}`);
	console.error(`${what} Options: ${names.join(', ')}.\nUsage: ${usage}`);
	process.exit(wrongCall);
}
