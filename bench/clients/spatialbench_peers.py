"""The queries of SpatialBench with geometry by its peers, for spatialbench.py: in SQL (sedonadb, DuckDB) and by GeoPandas, as the
repository of SpatialBench has them. GeoPandas reads the columns that it needs alone, and prepares the county of query 2."""

from pathlib import Path

BOX_3 = [(-111.9060, 34.7347), (-111.6160, 34.7347), (-111.6160, 35.0047), (-111.9060, 35.0047)]
BOX_6 = (-112.2110, 34.4197, -111.3110, 35.3197)
CENTER = (-111.7610, 34.8697)


def wkt(points):
    return "ST_GeomFromText('POLYGON((" + ", ".join(f"{x} {y}" for x, y in [*points, points[0]]) + "))')"


PICKUP, DROPOFF = "ST_GeomFromWKB(t.t_pickuploc)", "ST_GeomFromWKB(t.t_dropoffloc)"
ZONE, BUILDING = "ST_GeomFromWKB(z.z_boundary)", "ST_GeomFromWKB(b.b_boundary)"
SEDONA = f"ST_GeomFromText('POINT ({CENTER[0]} {CENTER[1]})')"
SMALL, LARGE = wkt(BOX_3), wkt([(BOX_6[i], BOX_6[j]) for i, j in ((0, 1), (2, 1), (2, 3), (0, 3))])
TRAVEL = "AVG(t.t_dropofftime - t.t_pickuptime)"

COMMON = {
    "q1": f"""SELECT t.t_tripkey, ST_X({PICKUP}), ST_Y({PICKUP}), t.t_pickuptime, ST_Distance({PICKUP}, {SEDONA}) AS distance
        FROM trip t WHERE ST_DWithin({PICKUP}, {SEDONA}, 0.45) ORDER BY distance ASC, t.t_tripkey ASC""",
    "q2": f"""SELECT COUNT(*) FROM trip t
        WHERE ST_Intersects({PICKUP}, (SELECT {ZONE} FROM zone z WHERE z.z_name = 'Coconino County' LIMIT 1))""",
    "q3": f"""SELECT DATE_TRUNC('month', t.t_pickuptime) AS month, COUNT(t.t_tripkey), AVG(t.t_distance), {TRAVEL}, AVG(t.t_fare)
        FROM trip t WHERE ST_DWithin({PICKUP}, {SMALL}, 0.045) GROUP BY month ORDER BY month""",
    "q4": f"""SELECT z.z_zonekey, z.z_name, COUNT(*) AS trips FROM zone z
        JOIN (SELECT t.t_pickuploc FROM trip t ORDER BY t.t_tip DESC, t.t_tripkey ASC LIMIT 1000) t ON ST_Within({PICKUP}, {ZONE})
        GROUP BY z.z_zonekey, z.z_name ORDER BY trips DESC, z.z_zonekey ASC""",
    "q6": f"""SELECT z.z_zonekey, z.z_name, COUNT(t.t_tripkey) AS trips, AVG(t.t_totalamount), {TRAVEL}
        FROM trip t, zone z WHERE ST_Contains({LARGE}, {ZONE}) AND ST_Within({PICKUP}, {ZONE})
        GROUP BY z.z_zonekey, z.z_name ORDER BY trips DESC, z.z_zonekey ASC""",
    "q8": f"""SELECT b.b_buildingkey, b.b_name, COUNT(*) AS trips FROM trip t JOIN building b ON ST_DWithin({PICKUP}, {BUILDING}, 0.0045)
        GROUP BY b.b_buildingkey, b.b_name ORDER BY trips DESC, b.b_buildingkey ASC""",
    "q9": f"""WITH b AS (SELECT b_buildingkey AS id, {BUILDING} AS geom FROM building b), pairs AS (
            SELECT b1.id AS one, b2.id AS two, ST_Area(b1.geom) AS area1, ST_Area(b2.geom) AS area2,
                ST_Area(ST_Intersection(b1.geom, b2.geom)) AS overlap
            FROM b b1 JOIN b b2 ON b1.id < b2.id AND ST_Intersects(b1.geom, b2.geom))
        SELECT one, two, area1, area2, overlap, CASE WHEN overlap = 0 THEN 0.0 WHEN (area1 + area2 - overlap) = 0 THEN 1.0
            ELSE overlap / (area1 + area2 - overlap) END AS iou FROM pairs ORDER BY iou DESC, one ASC, two ASC""",
    "q10": f"""SELECT z.z_zonekey, z.z_name, {TRAVEL} AS travel, AVG(t.t_distance), COUNT(t.t_tripkey)
        FROM zone z LEFT JOIN trip t ON ST_Within({PICKUP}, {ZONE})
        GROUP BY z.z_zonekey, z.z_name ORDER BY travel DESC NULLS LAST, z.z_zonekey ASC""",
    "q11": f"""SELECT COUNT(*) FROM trip t JOIN zone z ON ST_Within({PICKUP}, {ZONE})
        JOIN zone z2 ON ST_Within({DROPOFF}, ST_GeomFromWKB(z2.z_boundary)) WHERE z.z_zonekey != z2.z_zonekey""",
}

HULLS = """WITH per AS (SELECT c.c_custkey, c.c_name, DATE_TRUNC('month', t.t_pickuptime) AS month, COUNT(*) AS trips,
        ST_Area(ST_ConvexHull({})) AS area FROM trip t JOIN customer c ON t.t_custkey = c.c_custkey GROUP BY c.c_custkey, c.c_name, month)
    SELECT c_custkey, c_name, month, area FROM per WHERE trips > 5 ORDER BY trips DESC, c_custkey ASC"""

SEDONADB = COMMON | {
    "q5": HULLS.format(f"ST_Collect_Agg({DROPOFF})"),
    "q12": f"""WITH t AS (SELECT t_tripkey, t_pickuploc, {PICKUP} AS at FROM trip t), b AS (SELECT b_buildingkey, b_name, {BUILDING} AS geom FROM building b)
        SELECT t.t_tripkey, t.t_pickuploc, b.b_buildingkey, b.b_name, ST_Distance(t.at, b.geom) AS distance
        FROM t JOIN b ON ST_KNN(t.at, b.geom, 5, FALSE) ORDER BY distance ASC, b.b_buildingkey ASC""",
}
# DuckDB's average of 100,000 intervals of hours is wrong by up to 0.1 s; that of numbers is not.
EXACT_TRAVEL = "AVG(epoch_ms(t.t_dropofftime) - epoch_ms(t.t_pickuptime)) / 1000"
DUCKDB = {query: text.replace(TRAVEL, EXACT_TRAVEL) for query, text in COMMON.items()} | {
    "q5": HULLS.format(f"ST_Collect(ARRAY_AGG({DROPOFF}))"),
    "q12": f"""SELECT t.t_tripkey, t.t_pickuploc, near.b_buildingkey, near.b_name, near.distance FROM trip t CROSS JOIN LATERAL (
            SELECT b.b_buildingkey, b.b_name, ST_Distance({PICKUP}, {BUILDING}) AS distance FROM building b ORDER BY distance LIMIT 5) near
        ORDER BY near.distance, near.b_buildingkey""",
}


class Sql:
    """An engine of SQL, with the tables of the folder as views."""

    queries = list(SEDONADB)

    def __init__(self, name: str, folder: Path, threads: int):
        paths = {table: str(folder / f"{table}.parquet") for table in ("trip", "zone", "building", "customer")}
        if name == "sedonadb":
            import sedonadb

            connection, self.sql = sedonadb.connect(), SEDONADB
            connection.sql(f"SET datafusion.execution.target_partitions = {threads}").execute()
            for table, path in paths.items():
                connection.read_parquet(path).to_view(table)
        else:
            import duckdb
            import duckdb_extension_spatial

            connection, self.sql = duckdb.connect(), DUCKDB
            extension = f"extensions/v{duckdb.__version__}/spatial.duckdb_extension"
            connection.execute(f"LOAD '{Path(duckdb_extension_spatial.__path__[0]) / extension}'; SET threads = {threads}")
            for table, path in paths.items():
                connection.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{path}')")
        self.connection = connection

    def run(self, query: str):
        return self.connection.sql(self.sql[query]).to_arrow_table()


class GeoPandas:
    queries = [f"q{k}" for k in (1, 2, 3, 4, 5, 6, 8, 9, 10, 11)]  # query 12, a loop over all pairs, would take months

    def __init__(self, name: str, folder: Path, threads: int):
        import geopandas
        import pandas
        import shapely

        self.gpd, self.pd, self.shapely, self.folder = geopandas, pandas, shapely, folder

    def run(self, query: str):
        import pyarrow as pa

        return pa.Table.from_pandas(getattr(self, query)(), preserve_index=False)

    def read(self, table, geometry, *columns):
        frame = self.pd.read_parquet(self.folder / f"{table}.parquet", columns=[geometry, *columns])
        frame["geometry"] = self.gpd.GeoSeries.from_wkb(frame.pop(geometry))
        return self.gpd.GeoDataFrame(frame, geometry="geometry")

    def travel(self, frame):
        return frame.assign(travel=(frame["t_dropofftime"] - frame["t_pickuptime"]).dt.total_seconds())

    def q1(self):
        trip = self.read("trip", "t_pickuploc", "t_tripkey", "t_pickuptime")
        trip["x"], trip["y"], trip["distance"] = trip.geometry.x, trip.geometry.y, trip.distance(self.shapely.Point(CENTER))
        near = trip[trip["distance"] <= 0.45].sort_values(["distance", "t_tripkey"])
        return near[["t_tripkey", "x", "y", "t_pickuptime", "distance"]]

    def q2(self):
        zone = self.read("zone", "z_boundary", "z_name")
        county = zone.geometry[zone["z_name"] == "Coconino County"].iloc[0]
        self.shapely.prepare(county)
        return self.pd.DataFrame({"trips": [int(self.read("trip", "t_pickuploc").intersects(county).sum())]})

    def q3(self):
        trip = self.read("trip", "t_pickuploc", "t_tripkey", "t_pickuptime", "t_dropofftime", "t_distance", "t_fare")
        near = self.travel(trip[trip.distance(self.shapely.Polygon(BOX_3)) <= 0.045])
        near["month"] = near["t_pickuptime"].dt.to_period("M").dt.to_timestamp()
        near["t_distance"], near["t_fare"] = near["t_distance"].astype(float), near["t_fare"].astype(float)
        how = {"t_tripkey": "count", "t_distance": "mean", "travel": "mean", "t_fare": "mean"}
        return near.groupby("month", as_index=False).agg(how).sort_values("month")

    def q4(self):
        trip = self.read("trip", "t_pickuploc", "t_tip", "t_tripkey").sort_values(["t_tip", "t_tripkey"], ascending=[False, True]).head(1000)
        joined = self.gpd.sjoin(trip, self.read("zone", "z_boundary", "z_zonekey", "z_name"), predicate="within")
        counted = joined.groupby(["z_zonekey", "z_name"], as_index=False).size()
        return counted.sort_values(["size", "z_zonekey"], ascending=[False, True])

    def q5(self):
        trip = self.read("trip", "t_dropoffloc", "t_custkey", "t_pickuptime")
        customer = self.pd.read_parquet(self.folder / "customer.parquet", columns=["c_custkey", "c_name"])
        joined = trip.merge(customer, left_on="t_custkey", right_on="c_custkey")
        joined["month"] = joined["t_pickuptime"].dt.to_period("M").dt.to_timestamp()
        grouped = joined.groupby(["c_custkey", "c_name", "month"], as_index=False).agg(trips=("t_custkey", "count"), points=("geometry", list))
        grouped = grouped[grouped["trips"] > 5].sort_values(["trips", "c_custkey"], ascending=[False, True])
        grouped["area"] = self.gpd.GeoSeries(grouped["points"].map(self.shapely.MultiPoint)).convex_hull.area
        return grouped[["c_custkey", "c_name", "month", "area"]]

    def q6(self):
        zone = self.read("zone", "z_boundary", "z_zonekey", "z_name")
        zone = zone[zone.within(self.shapely.box(*BOX_6))]
        trip = self.travel(self.read("trip", "t_pickuploc", "t_totalamount", "t_pickuptime", "t_dropofftime"))
        joined = self.gpd.sjoin(trip, zone, predicate="within")
        joined["t_totalamount"] = joined["t_totalamount"].astype(float)
        how = {"trips": ("travel", "size"), "amount": ("t_totalamount", "mean"), "travel": ("travel", "mean")}
        grouped = joined.groupby(["z_zonekey", "z_name"], as_index=False).agg(**how)
        return grouped.sort_values(["trips", "z_zonekey"], ascending=[False, True])

    def q8(self):
        building, trip = self.read("building", "b_boundary", "b_buildingkey", "b_name"), self.read("trip", "t_pickuploc")
        joined = building.sjoin(trip, predicate="dwithin", distance=0.0045)
        counted = joined.groupby(["b_buildingkey", "b_name"], as_index=False).size()
        return counted.sort_values(["size", "b_buildingkey"], ascending=[False, True])

    def q9(self):
        building = self.read("building", "b_boundary", "b_buildingkey")
        pairs = self.gpd.sjoin(building, building, predicate="intersects")
        pairs = pairs[pairs["b_buildingkey_left"] < pairs["b_buildingkey_right"]]
        one, two = pairs.geometry.reset_index(drop=True), building.geometry.loc[pairs["index_right"]].reset_index(drop=True)
        overlap = one.intersection(two).area
        table = {"one": pairs["b_buildingkey_left"].to_numpy(), "two": pairs["b_buildingkey_right"].to_numpy(), "area1": one.area, "area2": two.area}
        table |= {"overlap": overlap, "iou": overlap / (one.area + two.area - overlap)}
        return self.pd.DataFrame(table).sort_values(["iou", "one", "two"], ascending=[False, True, True])

    def q10(self):
        trip, zone = self.read("trip", "t_pickuploc", "t_distance", "t_pickuptime", "t_dropofftime"), self.read("zone", "z_boundary", "z_zonekey", "z_name")
        trip["t_distance"] = trip["t_distance"].astype(float)
        joined = self.gpd.sjoin(self.travel(trip).drop(columns=["t_pickuptime", "t_dropofftime"]), zone, how="right", predicate="within")
        how = {"travel": ("travel", "mean"), "distance": ("t_distance", "mean"), "trips": ("travel", "count")}
        return joined.groupby(["z_zonekey", "z_name"], as_index=False).agg(**how).sort_values(["travel", "z_zonekey"], ascending=[False, True])

    def q11(self):
        zone = self.read("zone", "z_boundary", "z_zonekey")
        of = [self.gpd.sjoin(self.read("trip", at), zone, predicate="within")["z_zonekey"] for at in ("t_pickuploc", "t_dropoffloc")]
        both = self.pd.merge(of[0].rename("a"), of[1].rename("b"), left_index=True, right_index=True)
        return self.pd.DataFrame({"trips": [int((both["a"] != both["b"]).sum())]})
