import {listed} from '../marks/phrases.ts';

/** Groups whose names are not a single word after the last dash. They are found at the end of any name. */
export const unusualGroups = listed(
	'KRaLiMaRKo, E.N.D, D-Z0N3, Koten_Gars, BluDragon, ZØNEHD, HQMUX, VARYG, YIFY, YTS.MX, YTS.LT, YTS.AG, YTS.AM, YTS.BZ, YTS.PE, YTS, TMd, Eml HDTeam, LMain, ' +
		'DarQ, BEN THE MEN, TAoE, QxR, 126811, Vialle, SEV, Fight-BB, Blu-bits, DX-TV, FTW-HS, VH-PROD',
);

/** Groups that sign as the last word in the last brackets: `(1080p BluRay x265 Silence)`. */
export const bracketedGroups = listed(
	'Silence, afm72, Panda, Ghost, MONOLITH, Tigole, Joy, ImE, UTR, t3nzin, Anime Time, Project Angel, Hakata Ramen, HONE, Vyndros, Garshasp, Kappa, Natty, RCVR, SAMPA, ' +
		'YOGI, r00t, EDGE2020, RZeroX, FreetheFish, Anna, Bandi, Qman, theincognito, HDO, DusIctv, DHD, CtrlHD, ADC, XZVN, RH, Kametsu, Celdra, GiLG, Ralphy',
);

/** Suffixes appended after the group, never a group themselves. A star stands for any letters and digits. */
export const addedSuffixes = listed(
	'1, obfuscated, obfuscation, scrambled, sample, pre, postbot, xpost, rakuv*, asrequested, alternativetorequested, repackpost, captcha, wrteam, inc0gnito, proof, thumb',
);

/** Posters and indexers who append their name after the group, but also sign alone. */
export const posterSuffixes = listed('rp, nzbgeek, whiterev, buymore, gerov, z0ids3n, chamele0n, 4p, 4planet, altezachen, newz');

/** Sites that sign a release in separate brackets. */
export const siteTags = listed('eztv, ettv, rarbg, rartv, tgx, ethd, vtv, torrentday, no-rar, pir8, prime, cttv, publichd, glodls, eztvx');
