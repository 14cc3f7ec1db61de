import Joi from 'joi';
import {asSecret} from '#api/http/fields.ts';
import {exampleId} from '#api/http/references.ts';
import {type PageQuery, pageFields} from '#api/http/route.ts';
import {
	type MoveChoice,
	type MoveCode,
	type MoveKind,
	type MoveOutcome,
	type MoveProgram,
	type MoveSecret,
	moveCodes,
	moveKinds,
	moveOutcomes,
	movePrograms,
	type PathMapping,
} from '#shared/domain/moves/move.ts';
import {field} from '#shared/providers/provider-family.ts';

const mapping = Joi.object<PathMapping, true>({
	from: Joi.string().max(4096).required().description('A folder as the other program sees it, such as `/movies` or `D:\\Films`.'),
	to: Joi.string()
		.max(4096)
		.pattern(/^\/[^\0]*$/, 'an absolute path')
		.required()
		.description('The same folder as this service sees it.')
		.meta({folder: true}),
});
const mappings = Joi.array().items(mapping).max(200).description('Where folders of the other programs are here. Others are looked for.');

/** Either of files that were uploaded, or of an address. */
export interface GivenSource {
	uploads?: string[];
	program?: MoveProgram;
	url?: string;
	apiKey?: string;
	username?: string;
	password?: string;
}

const address = {
	program: Joi.string()
		.valid(...movePrograms)
		.description('The program that answers at the address; required with one.'),
	url: field.webAddress.description('Where the program answers, with its URL base. Nothing is changed there.'),
	apiKey: asSecret(Joi.string().max(500)).description('Its API key; required with an address.'),
	username: Joi.string()
		.max(200)
		.description(
			'Name of the login to its page. With it, keys and passwords are read from its newest backup, which the API does not tell.',
		),
	password: asSecret(Joi.string().max(500)).description('Password of the login to its page.'),
};
const exampleSource = {program: 'radarr', url: 'http://radarr.test:7878', apiKey: '0123456789abcdef0123456789abcdef'};

export interface SourceTestBody {
	program: MoveProgram;
	url: string;
	apiKey: string;
	username?: string;
	password?: string;
}
export const sourceTestBody = Joi.object<SourceTestBody, true>({
	...address,
	program: address.program.required(),
	url: address.url.required(),
	apiKey: address.apiKey.required(),
})
	.with('username', ['password'])
	.with('password', ['username'])
	.example(exampleSource);

export interface MoveBody {
	sources: GivenSource[];
	pathMappings: PathMapping[];
}
export const moveBody = Joi.object<MoveBody, true>({
	sources: Joi.array()
		.items(
			Joi.object<GivenSource, true>({
				uploads: Joi.array()
					.items(Joi.string().max(100))
					.min(1)
					.max(5)
					.unique()
					.description(
						'Ids of its uploaded files: the zip of a backup, or a database with the log and the configuration beside it; instead of an address.',
					),
				...address,
			})
				.xor('uploads', 'url')
				.with('url', ['program', 'apiKey'])
				.with('username', ['password'])
				.with('password', ['username']),
		)
		.min(1)
		.max(10)
		.required()
		.description('The programs to move in from. There may be several of one kind, such as a second Radarr for 4K.'),
	pathMappings: mappings.default([]),
}).example({sources: [{uploads: [exampleId]}], pathMappings: [{from: '/movies', to: '/data/media/movies'}]});

const ofRow = {
	source: Joi.number().integer().min(0).max(9).required().description('Place of its program in the sources, from 0.'),
	kind: Joi.string()
		.valid(...moveKinds)
		.required()
		.description('What it is, as in the report.'),
	id: Joi.string().max(100).required().description('Its id in the other program, as `sourceId` of the report.'),
};

export interface MoveChangeBody {
	pathMappings?: PathMapping[];
	choices?: MoveChoice[];
	secrets?: MoveSecret[];
}
export const moveChangeBody = Joi.object<MoveChangeBody, true>({
	pathMappings: mappings,
	choices: Joi.array()
		.items(
			Joi.object<MoveChoice, true>({
				...ofRow,
				take: Joi.boolean().required().description('Whether it comes; what nobody has chosen does.'),
			}),
		)
		.max(1000)
		.description('What is left out: titles, and records such as indexers. They replace those that were given before.'),
	secrets: Joi.array()
		.items(
			Joi.object<MoveSecret, true>({
				...ofRow,
				name: Joi.string()
					.max(100)
					.pattern(/^(?!__)[\w.]+$/, 'the name of a setting')
					.required()
					.description('The setting, as the other program calls it, such as `apiKey` or `password`.'),
				value: asSecret(
					Joi.string()
						.max(500)
						.pattern(/^[^\0\r\n]*$/, 'a single line'),
				).required(),
			}),
		)
		.max(200)
		.description('Keys and passwords that a program does not tell over its API. They are added to those that were given before.'),
})
	.or('pathMappings', 'choices', 'secrets')
	.example({
		pathMappings: [{from: '/movies', to: '/data/media/movies'}],
		secrets: [{source: 0, kind: 'indexer', id: '2', name: 'apiKey', value: '0123456789abcdef0123456789abcdef'}],
	});

export interface StartBody {
	withoutFolders: boolean;
}
export const startBody = Joi.object<StartBody, true>({
	withoutFolders: Joi.boolean()
		.default(false)
		.description('Start although nobody has said where some root folders are here. Their titles come without files and unmonitored.'),
});

interface ComparedSource {
	source: number;
	uploads: string[];
}
export interface CompareBody {
	sources: ComparedSource[];
}
export const compareBody = Joi.object<CompareBody, true>({
	sources: Joi.array()
		.items(
			Joi.object<ComparedSource, true>({
				source: Joi.number().integer().min(0).max(9).required().description('Place of its program in the sources, from 0.'),
				uploads: Joi.array().items(Joi.string().max(100)).min(1).max(5).unique().required().description('Ids of its newer files.'),
			}),
		)
		.max(10)
		.default([])
		.description('Newer backups of programs that were given as files. Those with an address are read again by themselves.'),
}).example({sources: [{source: 0, uploads: [exampleId]}]});

export interface TakeOverBody {
	anyway: boolean;
}
export const takeOverBody = Joi.object<TakeOverBody, true>({
	anyway: Joi.boolean().default(false).description('Take over although another program still grabs by itself.'),
});

export interface ReportQuery extends PageQuery {
	kind?: MoveKind;
	outcome?: MoveOutcome;
	code?: MoveCode;
}
export const reportQuery = Joi.object<ReportQuery, true>({
	...pageFields({limit: 50, maximum: 500}),
	kind: Joi.string()
		.valid(...moveKinds)
		.description('Only rows about this kind of things.'),
	outcome: Joi.string()
		.valid(...moveOutcomes)
		.description('Only rows with this outcome.'),
	code: Joi.string()
		.valid(...Object.keys(moveCodes))
		.description('Only rows with a note of this code.'),
});

export const movesQuery = Joi.object<PageQuery, true>(pageFields());
