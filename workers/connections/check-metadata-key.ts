import {checkMetadataKey} from '#shared/jobs/connections.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleCheckMetadataKey: Handler<typeof checkMetadataKey, 'metadata' | 'secrets'> = async (
	{sealed},
	{metadata, secrets},
	{signal},
) => metadata.checkKey(openPayload<{apiKey: string}>(checkMetadataKey, sealed, secrets).apiKey, signal);
