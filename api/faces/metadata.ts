import type {RouteDeps} from '#api/services.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import {accepted, type FaceCall, type FaceRoute, faceRoute, shown} from './faces.ts';
import {fieldsWith, row} from './provider-fields.ts';
import {field, flagIn, listIn, notFound} from './wire.ts';

const both = ['movies', 'tv'] as const;

const nfo = 'media.nfo';
const images = 'media.nfoImages';

/** The one writer of files for players that we have, by the settings that switch it on. */
export function metadataRoutes({settings}: RouteDeps): FaceRoute[] {
	const names = (face: Face) => (face === 'movies' ? ['movieMetadata', 'movieImages'] : ['seriesMetadata', 'seriesImages']);
	const present = (face: Face) => {
		const [own = '', pictures = ''] = names(face);
		const isOn = settings.get(nfo) !== 'off';
		return {
			...{id: 1, name: 'Kodi (XBMC) / Emby', enable: isOn, implementation: 'XbmcMetadata', implementationName: 'Kodi (XBMC) / Emby'},
			...{configContract: 'XbmcMetadataSettings', infoLink: 'https://wiki.servarr.com/', tags: []},
			fields: fieldsWith([row(own, 'checkbox'), row(pictures, 'checkbox')], {[own]: isOn, [pictures]: settings.get(images)}),
		};
	};
	const only = ({number, face}: FaceCall) => (number() === 1 ? present(face) : missing());
	return [
		faceRoute('GET metadata', both, async ({face}) => shown([present(face)])),
		faceRoute('GET metadata/schema', both, async ({face}) => shown([{...present(face), id: 0, enable: false}])),
		faceRoute('GET metadata/:n', both, async call => shown(only(call))),
		faceRoute('PUT metadata/:n', both, async call => {
			only(call);
			const wanted = flagIn(call.body, 'enable') ?? settings.get(nfo) !== 'off';
			const [, pictures = ''] = names(call.face);
			const sent = (listIn(call.body, 'fields') ?? []).find((each: unknown) => field(each, 'name') === pictures);
			const withImages = sent === undefined ? settings.get(images) : (flagIn(sent, 'value') ?? false);
			if (wanted !== (settings.get(nfo) !== 'off')) {
				await call.ask('PUT /api/settings/:key', {params: {key: nfo}, body: {value: wanted ? 'full' : 'off'}, names: {value: 'enable'}});
			}
			if (withImages !== settings.get(images)) {
				await call.ask('PUT /api/settings/:key', {params: {key: images}, body: {value: withImages}, names: {value: pictures}});
			}
			return accepted(present(call.face));
		}),
	];
}

function missing(): never {
	throw notFound();
}
