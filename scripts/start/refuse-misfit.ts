import {withConnection} from '#scripts/command/servers.ts';
import {Unavailable} from '#shared/errors.ts';
import {loadSecretKey} from '#shared/secret-key.ts';
import {createInstallation} from '#shared/store/system/installation.ts';

interface Start {
	mongodbUri: string;
	/** SECRET_KEY, if it is set. */
	secretKey: string | null;
	dataDir: string;
}

/**
 * Says once, before any process starts, what each of them would say for itself: another key, newer data, a restore that
 * has not ended.
 * @throws Unavailable with the code of the fault
 */
export async function refuseMisfit({mongodbUri, secretKey, dataDir}: Start): Promise<void> {
	const key = await loadSecretKey(secretKey, dataDir);
	const fault = await withConnection(mongodbUri, connection => createInstallation(connection).findStartFault(key));
	if (fault) {
		throw new Unavailable(fault.code, fault.message);
	}
}
