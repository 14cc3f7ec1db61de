import {hostname} from 'node:os';
import {useFolder} from '../files/folders.ts';

/** Where a process runs. Processes with the same DATA_DIR, such as the containers of one host, are on one machine. */
export interface Machine {
	/** Of its DATA_DIR, so it stays the same when a container gets another host name. */
	id: string;
	/** The host name, for people. */
	name: string;
}

/** The machine of a process with this DATA_DIR, which is marked at the first time. */
export async function machineOf(dataDir: string): Promise<Machine> {
	const name = hostname();
	// A folder that cannot be written says by itself what is wrong; until then the host stands for it.
	const id = await useFolder({path: dataDir, name: 'DATA_DIR', known: null}).catch(() => name);
	return {id, name};
}
