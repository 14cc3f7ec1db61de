import {createInterface} from 'node:readline/promises';
import {Writable} from 'node:stream';

const longestInput = 10_000;

/**
 * Asks twice without showing what is typed; text that is piped in is taken as it is, without its line end. Empty if
 * somebody typed two different passwords, or pressed Ctrl-C or Ctrl-D.
 */
export async function readPassword(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<string> {
	if (!input.isTTY) {
		let text = '';
		for await (const part of input) {
			text += part;
			if (text.length > longestInput) {
				break;
			}
		}
		return text.split(/\r?\n/)[0] ?? '';
	}
	const hidden = new Writable({write: (_part, _encoding, done) => done()});
	const lines = createInterface({input, output: hidden, terminal: true});
	const ask = async (question: string) => {
		output.write(question);
		const answer = await lines.question('');
		output.write('\n');
		return answer;
	};
	try {
		const first = await ask('New password: ');
		return first === (await ask('Once more: ')) ? first : '';
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ABORT_ERR') {
			output.write('\n');
			return '';
		}
		throw error;
	} finally {
		lines.close();
	}
}
