import type {RouteDeps} from '#api/services.ts';
import type {StoredMapping} from '#shared/store/downloads/remote-path-mappings.ts';
import {accepted, type FaceCall, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {idOf} from './tables.ts';
import {integerIn, textIn} from './wire.ts';

const both = ['movies', 'tv'] as const;
const names = {host: 'Host', remotePath: 'RemotePath', localPath: 'LocalPath'};

/** Paths of download clients mean the same for movies and series, so both programs show all of them. */
export function pathMappingRoutes(deps: RouteDeps): FaceRoute[] {
	const {remotePathMappings, numbers} = deps;

	async function present(mappings: readonly StoredMapping[]): Promise<({id: number} & Record<string, unknown>)[]> {
		const own = await numbers.of(
			'pathMapping',
			mappings.map(({id}) => id),
		);
		return mappings
			.map(({id, host, remotePath, localPath}) => ({id: own.get(id) ?? 0, host, remotePath, localPath}))
			.sort((a, b) => a.id - b.id);
	}

	const presentOne = async (id: string) => (await present([await remotePathMappings.get(id)]))[0];

	async function change(number: number, call: FaceCall) {
		const id = await idOf(deps, 'pathMapping', number);
		await call.ask('PUT /api/remote-path-mappings/:id', {params: {id}, body: fieldsIn(call), names});
		return accepted(await presentOne(id));
	}

	return [
		faceRoute('GET remotepathmapping', both, async () => shown(await present(await remotePathMappings.list()))),
		faceRoute('GET remotepathmapping/:n', both, async ({number}) => shown(await presentOne(await idOf(deps, 'pathMapping', number())))),
		faceRoute('POST remotepathmapping', both, async call => {
			const {id} = (await call.ask('POST /api/remote-path-mappings', {body: fieldsIn(call), names})) as {id: string};
			const body = await presentOne(id);
			return {status: 201, body, headers: {Location: `${call.base}/api/v3/remotepathmapping/${body?.id}`}};
		}),
		faceRoute('PUT remotepathmapping', both, call => change(integerIn(call.body, 'id') ?? 0, call)),
		faceRoute('PUT remotepathmapping/:n', both, call => change(call.number(), call)),
		faceRoute('DELETE remotepathmapping/:n', both, async call => {
			await call.ask('DELETE /api/remote-path-mappings/:id', {params: {id: await idOf(deps, 'pathMapping', call.number())}});
			return removed;
		}),
	];
}

function fieldsIn({body}: Pick<FaceCall, 'body'>): Record<string, string> {
	const sent = Object.keys(names).flatMap(name => {
		const value = textIn(body, name);
		return value === undefined ? [] : [[name, value] as const];
	});
	return Object.fromEntries(sent);
}
