BEGIN TRANSACTION;
CREATE TABLE arena_games (
	tournament INTEGER NOT NULL,
	number INTEGER NOT NULL,
	pair INTEGER NOT NULL,
	round INTEGER NOT NULL,
	red VARCHAR(200) NOT NULL,
	yellow VARCHAR(200) NOT NULL,
	opening VARCHAR(400) NOT NULL,
	seed INTEGER NOT NULL,
	moves VARCHAR(400) NOT NULL,
	result VARCHAR(8) NOT NULL,
	ending VARCHAR(20) NOT NULL,
	reason TEXT NOT NULL,
	red_time_s FLOAT NOT NULL,
	yellow_time_s FLOAT NOT NULL,
	finished_at DATETIME DEFAULT CURRENT_TIMESTAMP,
	PRIMARY KEY (tournament, number),
	FOREIGN KEY(tournament) REFERENCES arena_tournaments (id)
);
INSERT INTO "arena_games" VALUES(1,1,1,1,'easy','alphabeta:lines,depth=1','2552',1949292099,'2552144254113343','0-1','line','',2.57991000353285926394e-04,1.73866999830352142453e-04,'2026-11-15 18:34:02');
INSERT INTO "arena_games" VALUES(1,2,1,1,'alphabeta:lines,depth=1','easy','2552',436048482,'2552433233414421155','1-0','line','',2.17653000390782835893e-04,2.54144999871641630306e-04,'2026-11-15 18:34:02');
INSERT INTO "arena_games" VALUES(1,3,2,1,'easy','alphabeta:lines,depth=1','3545',2030630455,'354554531242','0-1','line','',1.28079000205616466701e-04,6.74090001666627358645e-05,'2026-11-15 18:34:02');
INSERT INTO "arena_games" VALUES(1,4,2,1,'alphabeta:lines,depth=1','easy','3545',208199002,'35453552343','1-0','line','',1.30153000100108329206e-04,0.000146175999816478,'2026-11-15 18:34:02');
INSERT INTO "arena_games" VALUES(1,5,3,1,'easy','alphabeta:lines,depth=1','1514',1630739864,'15142422423313','0-1','line','',2.13947000020198174752e-04,1.18945999702191329561e-04,'2026-11-15 18:34:02');
INSERT INTO "arena_games" VALUES(1,6,3,1,'alphabeta:lines,depth=1','easy','1514',743750838,'15142322314','1-0','line','',1.23162000136289861984e-04,1.60837000066749169491e-04,'2026-11-15 18:34:02');
INSERT INTO "arena_games" VALUES(2,1,1,1,'a','b','',7,'1212121','1-0','line','',0.25,0.5,'2026-11-15 18:34:04');
INSERT INTO "arena_games" VALUES(2,3,2,2,'b','c','',8,'44','0-1','forfeit','b said ''nothing'' <b>ü</b>',0.0,0.0,'2026-11-15 18:34:04');
CREATE TABLE arena_regrets (
	tournament INTEGER NOT NULL,
	number INTEGER NOT NULL,
	red_moves INTEGER NOT NULL,
	red_judged INTEGER NOT NULL,
	red_mistakes INTEGER NOT NULL,
	red_points INTEGER NOT NULL,
	yellow_moves INTEGER NOT NULL,
	yellow_judged INTEGER NOT NULL,
	yellow_mistakes INTEGER NOT NULL,
	yellow_points INTEGER NOT NULL,
	PRIMARY KEY (tournament, number)
);
INSERT INTO "arena_regrets" VALUES(1,1,6,6,2,4,6,6,1,1);
INSERT INTO "arena_regrets" VALUES(1,2,8,8,2,2,7,7,3,3);
INSERT INTO "arena_regrets" VALUES(1,3,4,4,1,5,4,4,0,0);
INSERT INTO "arena_regrets" VALUES(1,4,4,4,1,1,3,3,2,6);
INSERT INTO "arena_regrets" VALUES(1,5,5,5,1,6,5,5,1,3);
INSERT INTO "arena_regrets" VALUES(1,6,4,4,0,0,3,3,2,6);
CREATE TABLE arena_runs (
	tournament INTEGER NOT NULL,
	beat_at DATETIME,
	is_over BOOLEAN NOT NULL,
	PRIMARY KEY (tournament),
	FOREIGN KEY(tournament) REFERENCES arena_tournaments (id)
);
INSERT INTO "arena_runs" VALUES(1,NULL,1);
INSERT INTO "arena_runs" VALUES(2,NULL,0);
CREATE TABLE arena_tournaments (
	id INTEGER NOT NULL,
	name VARCHAR(200) NOT NULL,
	fingerprint VARCHAR(64) NOT NULL,
	"plan" TEXT NOT NULL,
	openings TEXT NOT NULL,
	notice TEXT,
	game_count INTEGER NOT NULL,
	created_at DATETIME DEFAULT CURRENT_TIMESTAMP,
	PRIMARY KEY (id),
	UNIQUE (name)
);
INSERT INTO "arena_tournaments" VALUES(1,'Cup & more','697b98a6d4d4db0949250d3ba65f6652','{"title": "Cup & more", "format": "round-robin", "games": 6, "rounds": 1, "seed": 3, "board": "5x4", "connect": 4, "objective": "first-line", "time_s": 1.0, "game_time_s": null, "margin_s": 1.0, "depth": 5, "memory_mib": 1024, "openings": "random", "opening_ply": null, "player": [{"name": "easy", "spec": "random:seed=1", "depth": null}, {"name": "alphabeta:lines,depth=1", "spec": "alphabeta:lines,depth=1", "depth": null}]}','["2552", "3545", "1514"]',NULL,6,'2026-11-15 18:34:02');
INSERT INTO "arena_tournaments" VALUES(2,'interrupted','8f8259c0cc4ffc26fdcae20c32fd63f1','{"title": "interrupted", "format": "round-robin", "games": 2, "rounds": 1, "seed": 0, "board": "7x6", "connect": 4, "objective": "first-line", "time_s": 1.0, "game_time_s": null, "margin_s": 1.0, "depth": 5, "memory_mib": 1024, "openings": "empty", "opening_ply": null, "player": [{"name": "a", "spec": "random", "depth": null}, {"name": "b", "spec": "random", "depth": null}, {"name": "c", "spec": "random", "depth": null}]}','[""]',NULL,6,'2026-11-15 18:34:03');
INSERT INTO "arena_tournaments" VALUES(3,'empty','46196f84cc6f4d7fba2834fa42e528e4','{"title": "empty", "format": "round-robin", "games": 2, "rounds": 1, "seed": 0, "board": "7x6", "connect": 4, "objective": "first-line", "time_s": 1.0, "game_time_s": null, "margin_s": 1.0, "depth": 5, "memory_mib": 1024, "openings": "empty", "opening_ply": null, "player": [{"name": "random", "spec": "random", "depth": null}, {"name": "random 2", "spec": "random", "depth": null}]}','[""]',NULL,2,'2026-11-15 18:34:04');
CREATE TABLE dropfour_schema (
	version INTEGER NOT NULL,
	PRIMARY KEY (version)
);
INSERT INTO "dropfour_schema" VALUES(1);
CREATE TABLE games (
	id VARCHAR(16) NOT NULL,
	owner VARCHAR(64) NOT NULL,
	created_at VARCHAR(32) NOT NULL,
	updated_at VARCHAR(32) NOT NULL,
	version INTEGER NOT NULL,
	start VARCHAR(600) NOT NULL,
	moves VARCHAR(400) NOT NULL,
	played INTEGER NOT NULL,
	red_name VARCHAR(80) NOT NULL,
	red_engine VARCHAR(200),
	yellow_name VARCHAR(80) NOT NULL,
	yellow_engine VARCHAR(200),
	declared JSON,
	thought JSON,
	result VARCHAR(8) NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('zkMCMrbt2szk','895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0','2026-11-15T18:34:01.835877+00:00','2026-11-15T18:34:01.835877+00:00',1,'7x6.4.first-line.7.r','',0,'',NULL,'',NULL,'null','null','*');
INSERT INTO "games" VALUES('LWyPHgE2MJbx','895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0','2026-11-15T18:34:01.858580+00:00','2026-11-15T18:34:01.956591+00:00',8,'7x6.4.first-line.7.r','1212121',7,'Ada',NULL,'Grace',NULL,'null','null','1-0');
INSERT INTO "games" VALUES('scqf5FXe6BNX','895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0','2026-11-15T18:34:01.966600+00:00','2026-11-15T18:34:01.991714+00:00',4,'7x6.4.first-line.7.r','44553',3,'',NULL,'',NULL,'null','null','*');
INSERT INTO "games" VALUES('qNuWY735XMBg','895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0','2026-11-15T18:34:02.004547+00:00','2026-11-15T18:34:02.044266+00:00',3,'7x6.4.first-line.7.r','44',2,'',NULL,'alphabeta:lines,depth=4','alphabeta:lines,depth=4','null','{"ply": 2, "column": 4, "score": -9.0, "scale": "lines", "depth": 4, "nodes": 296, "time_s": 0.0001, "mood": {"emoji": "\ud83d\ude15", "word": "uneasy"}}','*');
INSERT INTO "games" VALUES('7wx9MwaDpJEc','895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0','2026-11-15T18:34:02.064497+00:00','2026-11-15T18:34:02.125024+00:00',4,'7x6.4.first-line.7.r','44',2,'Žofie "Z" 🙂',NULL,'',NULL,'{"loser": "yellow", "ending": "resignation", "reason": ""}','null','1-0');
INSERT INTO "games" VALUES('P5EcBX7uHvMH','895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0','2026-11-15T18:34:02.140147+00:00','2026-11-15T18:34:02.236591+00:00',7,'7x6.4.first-line.7.r','4433',3,'',NULL,'',NULL,'{"loser": "red", "ending": "resignation", "reason": ""}','null','0-1');
INSERT INTO "games" VALUES('zzHtD3LR7eVM','895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0','2026-11-15T18:34:02.261094+00:00','2026-11-15T18:34:02.392847+00:00',7,'3x2.3.first-line.3.r','121233',6,'',NULL,'',NULL,'null','null','1/2-1/2');
INSERT INTO "games" VALUES('jrsPtNn9jhqs','895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0','2026-11-15T18:34:02.418774+00:00','2026-11-15T18:34:02.418774+00:00',1,'9x7.5.most-lines.4-ry-4.y','9',1,'',NULL,'',NULL,'null','null','*');
INSERT INTO "games" VALUES('sBFWTBd3tXZw','895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0','2026-11-15T18:34:02.441500+00:00','2026-11-15T18:34:02.514061+00:00',5,'12x3.4.most-lines.12.r','abc1',4,'',NULL,'',NULL,'null','null','*');
INSERT INTO "games" VALUES('4C3gNw4tfUH8','895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0','2026-11-15T18:34:02.541830+00:00','2026-11-15T18:34:02.541830+00:00',1,'7x6.4.first-line.7.r','444',3,'robot',NULL,'',NULL,'{"loser": "red", "ending": "forfeit", "reason": "forfeit"}','null','0-1');
INSERT INTO "games" VALUES('TEgd6Pk4wkAr','895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0','2026-11-15T18:34:02.564996+00:00','2026-11-15T18:34:02.564996+00:00',1,'7x6.4.first-line.7.r','444',3,'',NULL,'ann',NULL,'{"loser": "yellow", "ending": "forfeit", "reason": "lost on time"}','null','1-0');
INSERT INTO "games" VALUES('HKR5Bysfqmyz','895861d26f91b22cbef56187ec648736c44a59bb305fe2bf1d7d2ff161edbae0','2026-11-15T18:34:02.592955+00:00','2026-11-15T18:34:02.620047+00:00',2,'7x6.4.first-line.7.r','',0,'random','random','',NULL,'{"loser": "red", "ending": "forfeit", "reason": "random chose an illegal move: there is no column 9: the 7x6 board has columns 1 to 7"}','{"ply": 1, "column": 9, "score": null, "scale": null, "depth": null, "nodes": 0, "time_s": 0.0, "mood": null}','0-1');
INSERT INTO "games" VALUES('PZzhcyEsdeUS','6622ddebbace68841aba08b91af5ea84c35695fb4c0e75cf84f92abe625ec939','2026-11-15T18:34:02.650641+00:00','2026-11-15T18:34:02.650641+00:00',1,'7x6.4.first-line.7.r','7',1,'',NULL,'',NULL,'null','null','*');
CREATE INDEX games_by_owner ON games (owner, updated_at);
COMMIT;
