CREATE TABLE public.arena_games (
    tournament integer NOT NULL,
    number integer NOT NULL,
    pair integer NOT NULL,
    round integer NOT NULL,
    red character varying(200) NOT NULL,
    yellow character varying(200) NOT NULL,
    opening character varying(400) NOT NULL,
    seed integer NOT NULL,
    moves character varying(400) NOT NULL,
    result character varying(8) NOT NULL,
    ending character varying(20) NOT NULL,
    reason text NOT NULL,
    red_time_s double precision NOT NULL,
    yellow_time_s double precision NOT NULL,
    finished_at timestamp with time zone DEFAULT now()
);
CREATE TABLE public.arena_regrets (
    tournament integer NOT NULL,
    number integer NOT NULL,
    red_moves integer NOT NULL,
    red_judged integer NOT NULL,
    red_mistakes integer NOT NULL,
    red_points integer NOT NULL,
    yellow_moves integer NOT NULL,
    yellow_judged integer NOT NULL,
    yellow_mistakes integer NOT NULL,
    yellow_points integer NOT NULL
);
CREATE TABLE public.arena_runs (
    tournament integer NOT NULL,
    beat_at timestamp with time zone,
    is_over boolean NOT NULL
);
CREATE TABLE public.arena_tournaments (
    id integer NOT NULL,
    name character varying(200) NOT NULL,
    fingerprint character varying(64) NOT NULL,
    plan text NOT NULL,
    openings text NOT NULL,
    notice text,
    game_count integer NOT NULL,
    created_at timestamp with time zone DEFAULT now()
);
CREATE SEQUENCE public.arena_tournaments_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.arena_tournaments_id_seq OWNED BY public.arena_tournaments.id;
CREATE TABLE public.dropfour_schema (
    version integer NOT NULL
);
CREATE SEQUENCE public.dropfour_schema_version_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.dropfour_schema_version_seq OWNED BY public.dropfour_schema.version;
CREATE TABLE public.games (
    id character varying(16) NOT NULL,
    owner character varying(64) NOT NULL,
    created_at character varying(32) NOT NULL,
    updated_at character varying(32) NOT NULL,
    version integer NOT NULL,
    start character varying(600) NOT NULL,
    moves character varying(400) NOT NULL,
    played integer NOT NULL,
    red_name character varying(80) NOT NULL,
    red_engine character varying(200),
    yellow_name character varying(80) NOT NULL,
    yellow_engine character varying(200),
    declared json,
    thought json,
    result character varying(8) NOT NULL
);
ALTER TABLE ONLY public.arena_tournaments ALTER COLUMN id SET DEFAULT nextval('public.arena_tournaments_id_seq'::regclass);
ALTER TABLE ONLY public.dropfour_schema ALTER COLUMN version SET DEFAULT nextval('public.dropfour_schema_version_seq'::regclass);
INSERT INTO public.arena_games VALUES (1, 1, 1, 1, 'easy', 'alphabeta:lines,depth=1', '2552', 1949292099, '2552144254113343', '0-1', 'line', '', 0.0002579910003532859, 0.00017386699983035214, '2026-11-15 18:34:02+00');
INSERT INTO public.arena_games VALUES (1, 2, 1, 1, 'alphabeta:lines,depth=1', 'easy', '2552', 436048482, '2552433233414421155', '1-0', 'line', '', 0.00021765300039078284, 0.00025414499987164163, '2026-11-15 18:34:02+00');
INSERT INTO public.arena_games VALUES (1, 3, 2, 1, 'easy', 'alphabeta:lines,depth=1', '3545', 2030630455, '354554531242', '0-1', 'line', '', 0.00012807900020561647, 6.740900016666274e-05, '2026-11-15 18:34:02+00');
INSERT INTO public.arena_games VALUES (1, 4, 2, 1, 'alphabeta:lines,depth=1', 'easy', '3545', 208199002, '35453552343', '1-0', 'line', '', 0.00013015300010010833, 0.000146175999816478, '2026-11-15 18:34:02+00');
INSERT INTO public.arena_games VALUES (1, 5, 3, 1, 'easy', 'alphabeta:lines,depth=1', '1514', 1630739864, '15142422423313', '0-1', 'line', '', 0.00021394700002019817, 0.00011894599970219133, '2026-11-15 18:34:02+00');
INSERT INTO public.arena_games VALUES (1, 6, 3, 1, 'alphabeta:lines,depth=1', 'easy', '1514', 743750838, '15142322314', '1-0', 'line', '', 0.00012316200013628986, 0.00016083700006674917, '2026-11-15 18:34:02+00');
INSERT INTO public.arena_games VALUES (2, 1, 1, 1, 'a', 'b', '', 7, '1212121', '1-0', 'line', '', 0.25, 0.5, '2026-11-15 18:34:04+00');
INSERT INTO public.arena_games VALUES (2, 3, 2, 2, 'b', 'c', '', 8, '44', '0-1', 'forfeit', 'b said ''nothing'' <b>ü</b>', 0, 0, '2026-11-15 18:34:04+00');
INSERT INTO public.arena_regrets VALUES (1, 1, 6, 6, 2, 4, 6, 6, 1, 1);
INSERT INTO public.arena_regrets VALUES (1, 2, 8, 8, 2, 2, 7, 7, 3, 3);
INSERT INTO public.arena_regrets VALUES (1, 3, 4, 4, 1, 5, 4, 4, 0, 0);
INSERT INTO public.arena_regrets VALUES (1, 4, 4, 4, 1, 1, 3, 3, 2, 6);
INSERT INTO public.arena_regrets VALUES (1, 5, 5, 5, 1, 6, 5, 5, 1, 3);
INSERT INTO public.arena_regrets VALUES (1, 6, 4, 4, 0, 0, 3, 3, 2, 6);
INSERT INTO public.arena_runs VALUES (1, NULL, true);
INSERT INTO public.arena_runs VALUES (2, NULL, false);
INSERT INTO public.arena_tournaments VALUES (1, 'Cup & more', '697b98a6d4d4db0949250d3ba65f6652', '{"title": "Cup & more", "format": "round-robin", "games": 6, "rounds": 1, "seed": 3, "board": "5x4", "connect": 4, "objective": "first-line", "time_s": 1.0, "game_time_s": null, "margin_s": 1.0, "depth": 5, "memory_mib": 1024, "openings": "random", "opening_ply": null, "player": [{"name": "easy", "spec": "random:seed=1", "depth": null}, {"name": "alphabeta:lines,depth=1", "spec": "alphabeta:lines,depth=1", "depth": null}]}', '["2552", "3545", "1514"]', NULL, 6, '2026-11-15 18:34:02+00');
INSERT INTO public.arena_tournaments VALUES (2, 'interrupted', '8f8259c0cc4ffc26fdcae20c32fd63f1', '{"title": "interrupted", "format": "round-robin", "games": 2, "rounds": 1, "seed": 0, "board": "7x6", "connect": 4, "objective": "first-line", "time_s": 1.0, "game_time_s": null, "margin_s": 1.0, "depth": 5, "memory_mib": 1024, "openings": "empty", "opening_ply": null, "player": [{"name": "a", "spec": "random", "depth": null}, {"name": "b", "spec": "random", "depth": null}, {"name": "c", "spec": "random", "depth": null}]}', '[""]', NULL, 6, '2026-11-15 18:34:03+00');
INSERT INTO public.arena_tournaments VALUES (3, 'empty', '46196f84cc6f4d7fba2834fa42e528e4', '{"title": "empty", "format": "round-robin", "games": 2, "rounds": 1, "seed": 0, "board": "7x6", "connect": 4, "objective": "first-line", "time_s": 1.0, "game_time_s": null, "margin_s": 1.0, "depth": 5, "memory_mib": 1024, "openings": "empty", "opening_ply": null, "player": [{"name": "random", "spec": "random", "depth": null}, {"name": "random 2", "spec": "random", "depth": null}]}', '[""]', NULL, 2, '2026-11-15 18:34:04+00');
INSERT INTO public.dropfour_schema VALUES (1);
INSERT INTO public.games VALUES ('zkMCMrbt2szk', '895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0', '2026-11-15T18:34:01.835877+00:00', '2026-11-15T18:34:01.835877+00:00', 1, '7x6.4.first-line.7.r', '', 0, '', NULL, '', NULL, 'null', 'null', '*');
INSERT INTO public.games VALUES ('LWyPHgE2MJbx', '895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0', '2026-11-15T18:34:01.858580+00:00', '2026-11-15T18:34:01.956591+00:00', 8, '7x6.4.first-line.7.r', '1212121', 7, 'Ada', NULL, 'Grace', NULL, 'null', 'null', '1-0');
INSERT INTO public.games VALUES ('scqf5FXe6BNX', '895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0', '2026-11-15T18:34:01.966600+00:00', '2026-11-15T18:34:01.991714+00:00', 4, '7x6.4.first-line.7.r', '44553', 3, '', NULL, '', NULL, 'null', 'null', '*');
INSERT INTO public.games VALUES ('qNuWY735XMBg', '895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0', '2026-11-15T18:34:02.004547+00:00', '2026-11-15T18:34:02.044266+00:00', 3, '7x6.4.first-line.7.r', '44', 2, '', NULL, 'alphabeta:lines,depth=4', 'alphabeta:lines,depth=4', 'null', '{"ply": 2, "column": 4, "score": -9.0, "scale": "lines", "depth": 4, "nodes": 296, "time_s": 0.0001, "mood": {"emoji": "\ud83d\ude15", "word": "uneasy"}}', '*');
INSERT INTO public.games VALUES ('7wx9MwaDpJEc', '895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0', '2026-11-15T18:34:02.064497+00:00', '2026-11-15T18:34:02.125024+00:00', 4, '7x6.4.first-line.7.r', '44', 2, 'Žofie "Z" 🙂', NULL, '', NULL, '{"loser": "yellow", "ending": "resignation", "reason": ""}', 'null', '1-0');
INSERT INTO public.games VALUES ('P5EcBX7uHvMH', '895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0', '2026-11-15T18:34:02.140147+00:00', '2026-11-15T18:34:02.236591+00:00', 7, '7x6.4.first-line.7.r', '4433', 3, '', NULL, '', NULL, '{"loser": "red", "ending": "resignation", "reason": ""}', 'null', '0-1');
INSERT INTO public.games VALUES ('zzHtD3LR7eVM', '895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0', '2026-11-15T18:34:02.261094+00:00', '2026-11-15T18:34:02.392847+00:00', 7, '3x2.3.first-line.3.r', '121233', 6, '', NULL, '', NULL, 'null', 'null', '1/2-1/2');
INSERT INTO public.games VALUES ('jrsPtNn9jhqs', '895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0', '2026-11-15T18:34:02.418774+00:00', '2026-11-15T18:34:02.418774+00:00', 1, '9x7.5.most-lines.4-ry-4.y', '9', 1, '', NULL, '', NULL, 'null', 'null', '*');
INSERT INTO public.games VALUES ('sBFWTBd3tXZw', '895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0', '2026-11-15T18:34:02.441500+00:00', '2026-11-15T18:34:02.514061+00:00', 5, '12x3.4.most-lines.12.r', 'abc1', 4, '', NULL, '', NULL, 'null', 'null', '*');
INSERT INTO public.games VALUES ('4C3gNw4tfUH8', '895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0', '2026-11-15T18:34:02.541830+00:00', '2026-11-15T18:34:02.541830+00:00', 1, '7x6.4.first-line.7.r', '444', 3, 'robot', NULL, '', NULL, '{"loser": "red", "ending": "forfeit", "reason": "forfeit"}', 'null', '0-1');
INSERT INTO public.games VALUES ('TEgd6Pk4wkAr', '895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0', '2026-11-15T18:34:02.564996+00:00', '2026-11-15T18:34:02.564996+00:00', 1, '7x6.4.first-line.7.r', '444', 3, '', NULL, 'ann', NULL, '{"loser": "yellow", "ending": "forfeit", "reason": "lost on time"}', 'null', '1-0');
INSERT INTO public.games VALUES ('HKR5Bysfqmyz', '895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0', '2026-11-15T18:34:02.592955+00:00', '2026-11-15T18:34:02.620047+00:00', 2, '7x6.4.first-line.7.r', '', 0, 'random', 'random', '', NULL, '{"loser": "red", "ending": "forfeit", "reason": "random chose an illegal move: there is no column 9: the 7x6 board has columns 1 to 7"}', '{"ply": 1, "column": 9, "score": null, "scale": null, "depth": null, "nodes": 0, "time_s": 0.0, "mood": null}', '0-1');
INSERT INTO public.games VALUES ('PZzhcyEsdeUS', '6622ddebbace68841aba08b91af5ea84c35695fb4c0e75cf84f92abe625ec939', '2026-11-15T18:34:02.650641+00:00', '2026-11-15T18:34:02.650641+00:00', 1, '7x6.4.first-line.7.r', '7', 1, '', NULL, '', NULL, 'null', 'null', '*');
SELECT pg_catalog.setval('public.arena_tournaments_id_seq', 3, true);
SELECT pg_catalog.setval('public.dropfour_schema_version_seq', 1, false);
ALTER TABLE ONLY public.arena_games
    ADD CONSTRAINT arena_games_pkey PRIMARY KEY (tournament, number);
ALTER TABLE ONLY public.arena_regrets
    ADD CONSTRAINT arena_regrets_pkey PRIMARY KEY (tournament, number);
ALTER TABLE ONLY public.arena_runs
    ADD CONSTRAINT arena_runs_pkey PRIMARY KEY (tournament);
ALTER TABLE ONLY public.arena_tournaments
    ADD CONSTRAINT arena_tournaments_name_key UNIQUE (name);
ALTER TABLE ONLY public.arena_tournaments
    ADD CONSTRAINT arena_tournaments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.dropfour_schema
    ADD CONSTRAINT dropfour_schema_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);
CREATE INDEX games_by_owner ON public.games USING btree (owner, updated_at);
ALTER TABLE ONLY public.arena_games
    ADD CONSTRAINT arena_games_tournament_fkey FOREIGN KEY (tournament) REFERENCES public.arena_tournaments(id);
ALTER TABLE ONLY public.arena_runs
    ADD CONSTRAINT arena_runs_tournament_fkey FOREIGN KEY (tournament) REFERENCES public.arena_tournaments(id);
